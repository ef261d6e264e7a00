import type { DuckDBConnection } from '@duckdb/node-api';

type ArrayTypes = Readonly<Record<string, Int32ArrayConstructor | Float64ArrayConstructor>>;

/**
 * Runs a statement whose columns are numbers without NULL.
 *
 * @param types names the columns, in order, and gives each the type of its array
 */
export async function columnValues<Types extends ArrayTypes>(
  connection: DuckDBConnection,
  sql: string,
  types: Types,
): Promise<{ readonly [Name in keyof Types]: InstanceType<Types[Name]> }> {
  // Not streamed: the number of rows is known, and the chunks are read without a promise for each.
  const result = await connection.run(sql);
  const columns = Object.values(types).map((type) => new type(result.rowCount));
  for (let index = 0, start = 0; index < result.chunkCount; index++) {
    const chunk = result.getChunk(index);
    for (const [c, column] of columns.entries()) {
      const vector = chunk.getColumnVector(c);
      for (let i = 0; i < vector.itemCount; i++) column[start + i] = vector.getItem(i) as number;
    }
    start += chunk.rowCount;
  }
  return Object.fromEntries(Object.keys(types).map((name, c) => [name, columns[c]])) as {
    [Name in keyof Types]: InstanceType<Types[Name]>;
  };
}
