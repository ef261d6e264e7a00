import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestDataset } from '../support/dataset/dataset.js';

/** Invariants of a dataset by description; each throws if the dataset violates it. */
export type Invariants = Readonly<Record<string, (dataset: TestDataset) => void>>;

/** Checks six random cases in each dataset. */
export function sampled<T>(cases: fc.Arbitrary<T>, check: (dataset: TestDataset, one: T) => void) {
  return (dataset: TestDataset) => {
    for (const one of fc.sample(cases, { numRuns: 6, seed: dataset.clock.now() })) {
      try {
        check(dataset, one);
      } catch (error) {
        throw new Error(`For ${JSON.stringify(one)}: ${(error as Error).message}`, { cause: error });
      }
    }
  };
}

/** The length of a day in milliseconds. */
export const day = 86_400_000;

/** Formats the day of an instant as YYYY-MM-DD. */
function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** First and last day of the month `back` months before that of the dataset's clock. */
export function monthOf({ clock }: TestDataset, back = 0): { start: string; end: string } {
  const now = new Date(clock.now());
  const at = (month: number, date: number) => isoDay(Date.UTC(now.getUTCFullYear(), month, date));
  return { start: at(now.getUTCMonth() - back, 1), end: at(now.getUTCMonth() - back + 1, 0) };
}

export function add(rows: readonly any[], figure: string): number {
  return rows.reduce((sum, row) => sum + (row[figure] ?? 0), 0);
}

/**
 * Expects equality with a tolerance of half a cent for each rounded figure in the sums.
 *
 * @param terms number of figures in the sums
 */
export function expectNear(one: number, other: number, terms: number): void {
  expect(Math.abs(one - other), `${one} and ${other}`).toBeLessThanOrEqual(
    0.005 * (terms + 1) + 1e-9 * Math.abs(one),
  );
}

/** Expects `rate` to be `part` in percent of `whole`, to the hundredth; both can be rounded to cents. */
export function expectPercent(rate: number | null, part: number, whole: number): void {
  if (whole === 0) {
    expect(rate).toBeNull();
    return;
  }
  const rounded = (0.5 * (1 + Math.abs(part / whole))) / Math.abs(whole);
  expect(rate).not.toBeNull();
  expect(Math.abs(Number(rate) - (part / whole) * 100), `${rate} of ${part} in ${whole}`).toBeLessThanOrEqual(
    0.005 + rounded + 1e-9,
  );
}
