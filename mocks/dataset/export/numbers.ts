import type { Micros } from '../money.js';

/** Writes an amount in dollars exactly, without binary noise: `-0.000032`. */
export function dollars(micros: Micros): string {
  const digits = String(Math.abs(micros)).padStart(7, '0');
  // Bounded: six digits.
  const fraction = digits.slice(-6).replace(/0+$/, '');
  const sign = micros < 0 ? '-' : '';
  return `${sign}${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Writes a quantity with at most nine decimals, so that its product with a unit price is exact to a millionth. */
export function decimal(value: number): string {
  // Bounded: numbers have at most 32 characters.
  return Number.isInteger(value) ? String(value) : value.toFixed(9).replace(/\.?0+$/, '');
}
