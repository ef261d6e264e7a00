import type { ComparedFigure } from './comparison.js';
import { type Days, lengthOf } from './days.js';
import type { ExpectedRow } from './known-bill.js';

/** A value that is computed from figures of a row. */
export type ExpectedFigure = Pick<
  ComparedFigure,
  'from' | 'expected' | 'figures' | 'formula' | 'unit' | 'slack'
>;

/** What an amount of an hour can differ by if a server computes it from that of a month, which it rounds to cents. */
export const roundedMonth = 0.005 / 730;

/** Returns a figure of some days as an amount of a month. */
export function monthly(from: ExpectedRow, figure: string, days: Days): ExpectedFigure {
  const formula = `${figure} × 730 / ${24 * lengthOf(days)}`;
  return { from, expected: perMonth(from.figures[figure], days), figures: [figure], formula };
}

/** Returns a figure of some days as an amount of an hour. */
export function hourly(from: ExpectedRow, figure: string, days: Days): ExpectedFigure {
  const hours = 24 * lengthOf(days);
  const expected = (from.figures[figure] ?? 0) / hours;
  const formula = `${figure} / ${hours}`;
  return { from, expected, figures: [figure], formula, unit: 'measure', slack: roundedMonth };
}

/** Converts an amount of a range of days to a month of 730 hours. */
export function perMonth(amount: number | null | undefined, days: Days): number {
  return ((amount ?? 0) * 730) / (24 * lengthOf(days));
}

/** Half a millionth, below which sums are 0: fractions that cancel do not add up to exactly 0. */
export const leastSum = 5e-7;

/** Returns a share as a percentage; null if it is none, because corrections exceed what they correct. */
export function share(part: number | null | undefined, whole: number | null | undefined): number | null {
  const [some, all] = [part ?? 0, whole ?? 0];
  if (some < -leastSum || some > all + leastSum) return null;
  const value = percent(some, all);
  return value && Math.min(Math.max(value, 0), 100);
}

/** Half a hundredth, below which a server may round an amount to 0, of which nothing is a share. */
const leastWhole = 0.005;

/** Returns a quotient as a percentage; null if there is nothing to divide by. */
export function percent(part: number | null | undefined, whole: number | null | undefined): number | null {
  return Math.abs(whole ?? 0) < leastWhole ? null : ((part ?? 0) / (whole as number)) * 100;
}

/** What a percentage can differ by if a server computes it from two amounts that it rounds to hundredths. */
export function roundedParts(percentage: number | null, whole: number | null | undefined): number {
  return (0.5 + 0.005 * Math.abs(percentage ?? 0)) / Math.abs(whole ?? 0);
}
