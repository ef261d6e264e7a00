import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { literal } from './sql.js';

test.each([
  '',
  "O'Brien",
  '\0',
  "a\0'b",
  'ä"\n',
  'C:\\new\\bill.csv',
  '\\\n',
  'a\u00adb',
  '👨\u200d👩',
  '\u{e0041}',
])('quotes %j, so that DuckDB reads the same text, also from a report', async (text) => {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const quoted = literal(text);
  const result = await connection.runAndReadAll(`SELECT ${quoted} = $text`, { text });
  expect(result.getRows()).toEqual([[true]]);
  expect(quoted).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|\\n/u);
  connection.closeSync();
  instance.closeSync();
});
