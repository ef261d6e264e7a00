import type { DuckDBConnection } from '@duckdb/node-api';

/**
 * Runs a statement whose columns are numbers without NULL.
 *
 * @param names the names to give to the columns, in order
 */
export async function columnValues<Name extends string>(
  connection: DuckDBConnection,
  sql: string,
  names: readonly Name[],
): Promise<Readonly<Record<Name, number[]>>> {
  const columns = names.map((): number[] => []);
  const result = await connection.stream(sql);
  for await (const chunk of result) {
    for (const [index, column] of columns.entries()) {
      for (const value of chunk.getColumnValues(index)) column.push(value as number);
    }
  }
  return Object.fromEntries(names.map((name, index) => [name, columns[index]])) as Record<Name, number[]>;
}
