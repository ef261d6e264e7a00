import type { DuckDBConnection } from '@duckdb/node-api';

/** Doubles its length when it is full. */
class NumberColumn {
  private values = new Float64Array(65_536);
  private length = 0;

  readonly add = (value: unknown): void => {
    if (this.length === this.values.length) {
      const longer = new Float64Array(2 * this.length);
      longer.set(this.values);
      this.values = longer;
    }
    this.values[this.length++] = value as number;
  };

  all(): Float64Array {
    return this.values.subarray(0, this.length);
  }
}

/**
 * Runs a statement whose columns are numbers without NULL.
 *
 * @param names the names to give to the columns, in order
 */
export async function columnValues<Name extends string>(
  connection: DuckDBConnection,
  sql: string,
  names: readonly Name[],
): Promise<Readonly<Record<Name, Float64Array>>> {
  const columns = names.map(() => new NumberColumn());
  const result = await connection.stream(sql);
  for await (const chunk of result) {
    for (const [index, column] of columns.entries()) chunk.visitColumnValues(index, column.add);
  }
  return Object.fromEntries(names.map((name, index) => [name, columns[index]?.all()])) as Record<
    Name,
    Float64Array
  >;
}
