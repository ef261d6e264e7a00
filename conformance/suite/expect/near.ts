/** Whether two amounts are equal within one cent per rounded term, or one millionth of the amount. */
export function nearMoney(actual: number, expected: number, terms = 2): boolean {
  return Math.abs(actual - expected) <= Math.max(0.01 * terms, 1e-6 * Math.abs(expected)) + 1e-9;
}

/**
 * Whether two percentages are equal at the decimals that the actual one has, at most two. The service does not state
 * how it rounds.
 *
 * @param within allowed besides
 */
export function nearPercent(actual: number, expected: number, within = 0): boolean {
  return Math.abs(actual - expected) <= within + lastDecimalOf(actual) + 1e-3 + 1e-4 * Math.abs(expected);
}

/** Returns the value of the last decimal of a percentage: 1 for `46`, 0.1 for `46.4`, and 0.01 for all others. */
function lastDecimalOf(value: number): number {
  if (isMultiple(value, 1)) return 1;
  return isMultiple(value, 0.1) ? 0.1 : 0.01;
}

const isMultiple = (value: number, unit: number) => Math.abs(value / unit - Math.round(value / unit)) < 1e-9;

/**
 * Returns half of the last decimal of percentages that are shown together with one decimal or none, and 0 with more,
 * which other tolerances allow for. The service does not state the decimals; the most that any of them has count, so
 * that a whole number between others with decimals is not taken as a rounded one.
 */
export function roundingOf(percentages: readonly unknown[]): number {
  let unit = 1;
  for (const value of percentages) {
    if (typeof value === 'number') unit = Math.min(unit, lastDecimalOf(value));
    if (unit < 0.1) return 0;
  }
  return unit / 2;
}

/** Returns the sum of numbers; NaN if one is unknown, since JavaScript adds null as zero. */
export function sum(values: readonly unknown[]): number {
  return values.reduce((total: number, value) => total + numberOf(value), 0);
}

/** Returns a number of a response; NaN, which compares with nothing, if it is null or missing. */
function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** Formats a number with at most four decimals. */
export function round(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
