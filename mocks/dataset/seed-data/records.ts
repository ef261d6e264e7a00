/**
 * Returns a function that builds records from rows of values: one record a row, with its values in the order of the
 * columns.
 */
export function recordsOf<Item>() {
  return <const Columns extends readonly (keyof Item)[]>(
    columns: Columns,
    rows: readonly { readonly [Position in keyof Columns]: Item[Columns[Position]] }[],
  ) =>
    rows.map(
      (row) =>
        Object.fromEntries(columns.map((column, i) => [column, row[i]])) as Pick<Item, Columns[number]>,
    );
}
