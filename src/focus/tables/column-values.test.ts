import type { DuckDBConnection } from '@duckdb/node-api';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../duckdb.js';
import { columnValues } from './column-values.js';

const types = { id: Int32Array, amount: Float64Array };

test('columns of many chunks are in the order of the rows', async () => {
  const { connection, close } = await openDatabase({ temporary: 'unused', memoryLimit: '100MB' });
  onTestFinished(close);
  const sql = 'SELECT i::INTEGER, i / 4 FROM range(100_000) AS t(i)';
  const { id, amount } = await columnValues(connection, sql, types, 10);
  expect(id).toEqual(Int32Array.from({ length: 100_000 }, (_, i) => i));
  expect(amount).toEqual(Float64Array.from({ length: 100_000 }, (_, i) => i / 4));
});

test('vectors of a version of DuckDB without an array of values are read', async () => {
  const vectors = [
    { itemCount: 2, toArray: () => [1, 2] },
    { itemCount: 2, toArray: () => [0.5, Number.NaN] },
  ];
  const stream = async () => [{ getColumnVector: (index: number) => vectors[index] }];
  const connection = { stream } as unknown as DuckDBConnection;
  expect(await columnValues(connection, 'SELECT', types)).toEqual({
    id: Int32Array.of(1, 2),
    amount: Float64Array.of(0.5, Number.NaN),
  });
});
