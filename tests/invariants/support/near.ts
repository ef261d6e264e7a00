import { expect } from 'vitest';

/**
 * Sums of shown dollars may be off by half a cent for each figure in them, as each was rounded.
 *
 * @param terms how many figures were added up to the one or the other
 */
export function expectNear(one: number, other: number, terms: number, what?: string): void {
  expect(Math.abs(one - other), `${what ?? 'amounts'}: ${one} and ${other}`).toBeLessThanOrEqual(
    0.005 * (terms + 1) + 1e-9 * Math.abs(one),
  );
}

/** A rate in percent is `part` of `whole`, to the hundredth; both may have been rounded to a cent. */
export function expectPercent(shown: number | null, part: number, whole: number, what?: string): void {
  if (whole === 0) {
    expect(shown, what).toBeNull();
    return;
  }
  const rate = (part / whole) * 100;
  const rounded = (0.5 * (1 + Math.abs(part / whole))) / Math.abs(whole);
  expect(shown, what).not.toBeNull();
  expect(Math.abs((shown as number) - rate), `${what ?? 'a rate'}: ${shown} and ${rate}`).toBeLessThanOrEqual(
    0.005 + rounded + 1e-9,
  );
}

/** The order of rows by a figure, the largest first. */
export function expectDescending(figures: readonly number[]): void {
  expect(figures).toEqual(figures.toSorted((one, other) => other - one));
}

/** The order of dates, instants or names. */
export function expectAscending<T>(values: readonly T[]): void {
  expect(values).toEqual(values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)));
}

/** Of a straight line through values one step apart, by least squares. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const run = values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  return run === 0 ? 0 : values.reduce((sum, value, i) => sum + (i - middle) * value, 0) / run;
}
