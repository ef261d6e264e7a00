/**
 * The world counts in whole micro-dollars and rounds only here, where a figure is shown. Sums of whole
 * numbers do not depend on their order, which keeps totals equal to their parts.
 */
export type Micros = number;

/** Hours in the month that all `…_monthly` rates stand for. */
export const hoursPerMonth = 730;

/** What an amount of so many hours comes to in such a month. */
export function perMonth(micros: Micros, hours: number): Micros {
  return hours === 0 ? 0 : (micros * hoursPerMonth) / hours;
}

const microsPerCent = 10_000;

/** Rounds to whole cents. */
export function toCents(micros: number): Micros {
  return Math.round(micros / microsPerCent) * microsPerCent;
}

/** An amount, shown to the cent. */
export function usd(micros: Micros): number {
  return Math.round(micros / 10_000) / 100 || 0;
}

/** A rate, shown to the millionth of a dollar so that it can be multiplied up again. */
export function rate(micros: number): number {
  return Math.round(micros) / 1_000_000 || 0;
}

/** `part` in percent of `whole`, to two decimals; null where there is no whole to have a share of. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 100 || 0;
}

/** Rounds to `digits` decimals. */
export function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale || 0;
}
