/**
 * Amounts are micro-dollars, rounded only here for responses. Those of scenarios are whole: sums of integers do not
 * depend on their order, so totals equal the sums of their parts. Those of real bills can be fractions.
 */
export type Micros = number;

/** Hours in the month that all `…_monthly` figures refer to. */
export const hoursPerMonth = 730;

/** Converts an amount of some hours to a month. */
export function perMonth(micros: Micros, hours: number): Micros {
  return hours === 0 ? 0 : (micros * hoursPerMonth) / hours;
}

const microsPerCent = 10_000;

/** Rounds to whole cents. */
export function toCents(micros: number): Micros {
  return Math.round(micros / microsPerCent) * microsPerCent;
}

/** Converts an amount to dollars, rounded to cents. */
export function usd(micros: Micros): number {
  // The binary error of a sum of fractions, less than a thousandth, must not decide which way half a cent is rounded.
  return Math.round(Math.round(micros * 1000) / 10_000_000) / 100 || 0;
}

/** Converts a rate to dollars, to a millionth, so that it can be multiplied by hours. */
export function rate(micros: number): number {
  return Math.round(micros) / 1_000_000 || 0;
}

/** `part` in percent of `whole`, to two decimals; null if `whole` is 0. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 100 || 0;
}

/** The change from an amount in percent of its size; null if there is none. In a month of refunds it is negative. */
export function changeOf(now: Micros, before: Micros | null): number | null {
  return before === null ? null : percent(now - before, Math.abs(before));
}

/**
 * The share that a part is of a whole, in percent. Null if the part is not between 0 and the whole, as when corrections
 * in a real bill exceed what they correct: it is then no part of it.
 */
export function share(part: number, whole: number): number | null {
  return part < 0 || part > whole ? null : percent(part, whole);
}

/** Rounds to `digits` decimals. */
export function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale || 0;
}
