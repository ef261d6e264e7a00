/** A cent for each term that may have been rounded, or a millionth of the whole. */
export function nearMoney(actual: number, expected: number, terms = 2): boolean {
  return Math.abs(actual - expected) <= Math.max(0.01 * terms, 1e-6 * Math.abs(expected)) + 1e-9;
}

/** Percentages are told to two decimals, or better. */
export function nearPercent(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) <= 0.011 + 1e-4 * Math.abs(expected);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A sum or a rate as a reader would write it. */
export function round(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}

/** @returns the numbers under these names, or undefined when one of them is no number. */
export function numbersOf<N extends string>(value: any, ...names: N[]): Record<N, number> | undefined {
  return names.every((name) => typeof value?.[name] === 'number') ? value : undefined;
}
