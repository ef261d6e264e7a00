/** Converts dollars to whole cents, to compare sums of rounded figures exactly. */
export function cents(dollars: number): number {
  return Math.round(dollars * 100);
}

export function sumOf<T>(rows: readonly T[], dollars: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + cents(dollars(row)), 0);
}
