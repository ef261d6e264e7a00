import type { DuckDBConnection, DuckDBVector } from '@duckdb/node-api';

/** Doubles its length when it is full. */
class NumberColumn {
  private values = new Float64Array(65_536);
  private length = 0;

  append(vector: DuckDBVector): void {
    const { itemCount } = vector;
    if (this.length + itemCount > this.values.length) {
      const longer = new Float64Array(2 * this.values.length);
      longer.set(this.values);
      this.values = longer;
    }
    for (let i = 0; i < itemCount; i++) this.values[this.length + i] = vector.getItem(i) as number;
    this.length += itemCount;
  }

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
    for (const [index, column] of columns.entries()) column.append(chunk.getColumnVector(index));
  }
  return Object.fromEntries(names.map((name, index) => [name, columns[index]?.all()])) as Record<
    Name,
    Float64Array
  >;
}
