import type { DuckDBConnection, DuckDBVector } from '@duckdb/node-api';

type NumberArray = Int32Array | Float64Array;
type ArrayTypes = Readonly<Record<string, new (length: number) => NumberArray>>;

/** Doubles its length when it is full. */
class NumberColumn {
  private values: NumberArray;
  private length = 0;

  constructor(
    private readonly type: ArrayTypes[string],
    rows: number,
  ) {
    this.values = new type(rows);
  }

  append(vector: DuckDBVector): void {
    const { itemCount } = vector;
    if (this.length + itemCount > this.values.length) {
      const longer = new this.type(2 * this.values.length + itemCount);
      longer.set(this.values);
      this.values = longer;
    }
    const { values, length } = this;
    values.set(numbersOf(vector), length);
    this.length += itemCount;
  }

  all(): NumberArray {
    return this.values.subarray(0, this.length);
  }
}

/** The values of a vector without NULL: its own array, which is private but ten times as fast as to read each value. */
function numbersOf(vector: DuckDBVector): ArrayLike<number> {
  const { items } = vector as unknown as { readonly items?: NumberArray };
  return items ?? (vector.toArray() as number[]);
}

/**
 * Runs a statement whose columns are numbers without NULL.
 *
 * @param types names the columns, in order, and gives each the type of its array
 * @param rows about how many rows there are, if it is known: arrays of that length need not be copied into longer ones
 */
export async function columnValues<Types extends ArrayTypes>(
  connection: DuckDBConnection,
  sql: string,
  types: Types,
  rows = 65_536,
): Promise<{ readonly [Name in keyof Types]: InstanceType<Types[Name]> }> {
  const columns = Object.values(types).map((type) => new NumberColumn(type, rows));
  for await (const chunk of await connection.stream(sql)) {
    for (const [index, column] of columns.entries()) column.append(chunk.getColumnVector(index));
  }
  return Object.fromEntries(Object.keys(types).map((name, index) => [name, columns[index]?.all()])) as {
    [Name in keyof Types]: InstanceType<Types[Name]>;
  };
}
