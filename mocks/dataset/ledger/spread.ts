/**
 * Splits amounts of columns over rows, in whole numbers, so that both rows and columns have the given sums. An entry
 * is as close to `ideal` as the sums permit; entries whose ideal is 0 are used only if nothing else is left.
 *
 * @param rows the sums of the rows; their total is that of the columns
 * @returns the entry of a row and column at `column * rows.length + row`
 */
export function spread(
  rows: readonly number[],
  columns: readonly number[],
  ideal: (row: number, column: number) => number,
): Float64Array {
  const entries = new Float64Array(rows.length * columns.length);
  const [rowsLeft, columnsLeft] = [[...rows], [...columns]];
  const limits = [
    (row: number, column: number) => Math.floor(ideal(row, column)),
    (row: number, column: number) => (ideal(row, column) > 0 ? Number.POSITIVE_INFINITY : 0),
    () => Number.POSITIVE_INFINITY,
  ];
  for (const limit of limits) {
    for (let column = 0; column < columns.length; column++) {
      for (let row = 0; row < rows.length && columnsLeft[column] !== 0; row++) {
        const part = Math.min(limit(row, column), rowsLeft[row]!, columnsLeft[column]!);
        entries[column * rows.length + row]! += part;
        rowsLeft[row]! -= part;
        columnsLeft[column]! -= part;
      }
    }
  }
  return entries;
}
