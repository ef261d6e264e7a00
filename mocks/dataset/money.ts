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

export const microsPerDollar = 1_000_000;
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

/**
 * The whole micro-dollars of an amount, by which amounts are compared. Fractions that cancel, as when usage is charged
 * back, do not add up to exactly 0, and equal sums of different fractions differ in their last bits.
 */
export function wholeMicros(micros: number): Micros {
  return Math.round(Math.round(micros * 1000) / 1000);
}

/** Negative, 0 or positive if an amount is less than, equal to or more than another. */
export function compareAmounts(one: Micros, other: Micros): number {
  return wholeMicros(one) - wholeMicros(other);
}

/** Whether an amount is 0. */
export function isZero(micros: Micros): boolean {
  return wholeMicros(micros) === 0;
}

/** Converts a rate to dollars, to a millionth, so that it can be multiplied by hours. */
export function rate(micros: number): number {
  return Math.round(micros) / microsPerDollar || 0;
}

/** `part` in percent of `whole`, to two decimals; null if `whole` is 0. */
export function percent(part: Micros, whole: Micros): number | null {
  return isZero(whole) ? null : inPercent(part / whole);
}

function inPercent(quotient: number): number {
  return Math.round(quotient * 10_000) / 100 || 0;
}

/** The change from an amount in percent of its size; null if there is none. In a month of refunds it is negative. */
export function changeOf(now: Micros, before: Micros | null): number | null {
  return before === null ? null : percent(now - before, Math.abs(before));
}

/**
 * The share that a part is of a whole, in percent. Null if the part is not between 0 and the whole, as when corrections
 * in a real bill exceed what they correct: it is then no part of it.
 */
export function share(part: Micros, whole: Micros): number | null {
  return shareBy(compareAmounts, part, whole);
}

function shareBy(compare: typeof compareAmounts, part: number, whole: number): number | null {
  const isPart = compare(part, 0) >= 0 && compare(part, whole) <= 0;
  // The error of the smallest amounts is not small beside them.
  return isPart && compare(whole, 0) !== 0 ? inPercent(Math.min(Math.max(part / whole, 0), 1)) : null;
}

/** Like {@link share}, for quantities such as hours. */
export function shareOfQuantity(part: number, whole: number): number | null {
  return shareBy(compareQuantities, part, whole);
}

/** The share of a commitment that is used: of its quantities, or of its fees if it has none. */
export function utilization(hasQuantity: boolean, used: number, purchased: number): number | null {
  return hasQuantity ? shareOfQuantity(used, purchased) : share(used, purchased);
}

/** The difference of two sums of quantities that is not more than the binary error of their fractions. */
const quantityError = 1e-9;

/** Negative, 0 or positive if a quantity is less than, equal to or more than another. */
export function compareQuantities(one: number, other: number): number {
  const difference = one - other;
  return Math.abs(difference) <= quantityError * Math.max(1, Math.abs(one), Math.abs(other)) ? 0 : difference;
}

/** A price, or a fee, after a discount in basis points. */
export function afterDiscount(list: Micros, { discountBps }: { readonly discountBps: number }): Micros {
  return Math.round((list * (10_000 - discountBps)) / 10_000);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Rounds to `digits` decimals. */
export function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale || 0;
}

/** The slope of a least-squares line through equidistant values. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  let rise = 0;
  let run = 0;
  values.forEach((value, i) => {
    rise += (i - middle) * value;
    run += (i - middle) ** 2;
  });
  return run === 0 ? 0 : rise / run;
}
