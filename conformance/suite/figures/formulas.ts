import type { ComparedFigure } from './comparison.js';
import { type Days, lengthOf } from './days.js';
import type { ExpectedRow } from './known-bill.js';

/** A value that is computed from figures of a row, and what else applies to it. */
export type ExpectedFigure = Pick<ComparedFigure, 'from' | 'expected'> & Partial<ComparedFigure>;

/**
 * How a figure is computed from those of a row of the bill.
 *
 * @param days that the row is of
 * @param actual value in the response, for figures of which several readings conform
 */
export type Formula = (from: ExpectedRow, days: Days, actual?: unknown) => ExpectedFigure;

/** What an amount of an hour can differ by if a server computes it from that of a month, which it rounds to cents. */
const roundedMonth = 0.005 / 730;

/** Half a millionth, below which sums are 0: fractions that cancel do not add up to exactly 0. */
export const leastSum = 5e-7;

/** Half a hundredth, below which a server may round an amount to 0, of which nothing is a share. */
const leastWhole = 0.005;

const namesIn = (sum: string): string[] => sum.match(/\w+/g) ?? [];

const inner = (sum: string) => (sum.includes(' ') ? `(${sum})` : sum);

/** Returns the value of a sum of figures, such as `cost - used_cost`. */
export function sumOf({ figures }: Pick<ExpectedRow, 'figures'>, sum: string): number {
  return [...sum.matchAll(/(- )?(\w+)/g)].reduce(
    (total, [, minus, name = '']) => total + (minus ? -1 : 1) * (figures[name] ?? 0),
    0,
  );
}

/** A sum of figures; 0 without rows. */
export const amount =
  (sum: string): Formula =>
  (from) => ({
    ...{ from, expected: sumOf(from, sum), figures: namesIn(sum) },
    ...(sum.includes(' ') ? { formula: sum } : {}),
  });

/** A figure that is not money; not determined without rows. */
export const quantity =
  (name: string): Formula =>
  (from) => ({ from, expected: from.figures[name] ?? null, figures: [name], unit: 'measure' });

/** A sum of figures of some days as an amount of a month of 730 hours. */
export const monthly =
  (sum: string, slack = 0): Formula =>
  (from, days) => {
    const hours = 24 * lengthOf(days);
    const formula = `${inner(sum)} × 730 / ${hours}`;
    return { from, expected: (sumOf(from, sum) * 730) / hours, figures: namesIn(sum), formula, slack };
  };

/** A sum of figures of some days as an amount of an hour. */
export const hourly =
  (sum: string, slack = roundedMonth): Formula =>
  (from, days) => {
    const hours = 24 * lengthOf(days);
    const formula = `${inner(sum)} / ${hours}`;
    const expected = sumOf(from, sum) / hours;
    return { from, expected, figures: namesIn(sum), formula, unit: 'measure', slack };
  };

/** A formula whose negative values are 0. */
export const positive =
  (formula: Formula): Formula =>
  (from, days) => {
    const one = formula(from, days);
    return { ...one, expected: Math.max(0, one.expected ?? 0) };
  };

/** A part as a percentage of a whole that contains it. */
export const shareOf = (part: string, whole: string): Formula => percentage(part, whole, share);

/** A sum as a percentage of another. */
export const rateOf = (part: string, whole: string): Formula => percentage(part, whole, percent);

function percentage(part: string, whole: string, compute: typeof share): Formula {
  return (from) => {
    const all = sumOf(from, whole);
    const expected = compute(sumOf(from, part), all);
    const figures = [...new Set([...namesIn(part), ...namesIn(whole)])];
    const formula = `100 × ${inner(part)} / ${inner(whole)}`;
    return { from, expected, figures, formula, unit: 'measure', slack: roundedParts(expected, all) };
  };
}

/** The formula whose value is nearest to that of the response: the service leaves open which applies. */
export const eitherOf =
  (...formulas: readonly [Formula, ...Formula[]]): Formula =>
  (from, days, actual) => {
    const distance = ({ expected }: ExpectedFigure) => Math.abs(Number(actual) - (expected ?? 0));
    const [first, ...others] = formulas.map((formula) => formula(from, days)) as [ExpectedFigure];
    return others.reduce((best, one) => (distance(one) < distance(best) ? one : best), first);
  };

/** Returns a share as a percentage; null if it is none, because corrections exceed what they correct. */
export function share(part: number | null | undefined, whole: number | null | undefined): number | null {
  const [some, all] = [part ?? 0, whole ?? 0];
  if (some < -leastSum || some > all + leastSum) return null;
  const value = percent(some, all);
  return value && Math.min(Math.max(value, 0), 100);
}

/** Returns a quotient as a percentage; null if there is nothing to divide by. */
export function percent(part: number | null | undefined, whole: number | null | undefined): number | null {
  return Math.abs(whole ?? 0) < leastWhole ? null : ((part ?? 0) / (whole as number)) * 100;
}

/** What a percentage can differ by if a server computes it from two amounts that it rounds to hundredths. */
export function roundedParts(percentage: number | null, whole: number): number {
  return (0.5 + 0.005 * Math.abs(percentage ?? 0)) / Math.abs(whole);
}
