import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { literal } from './sql.js';

test.each(['', "O'Brien", '\0', "a\0'b", 'ä"\n'])(
  'quotes %j, so that DuckDB reads the same text',
  async (text) => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const result = await connection.runAndReadAll(`SELECT ${literal(text)} = $text`, { text });
    expect(result.getRows()).toEqual([[true]]);
    connection.closeSync();
    instance.closeSync();
  },
);
