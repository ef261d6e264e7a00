import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { checkLines } from './day-sums.js';
import { openDatabase } from './duckdb.js';

test('refuses lines that cannot be distinguished', async () => {
  const connection = await openDatabase({ temporary: tmpdir(), memoryLimit: '100MB' });
  await connection.run(`CREATE TABLE lines AS SELECT 7 AS line, 'Compute' AS "ServiceName"`);
  await checkLines(connection);
  await connection.run(`INSERT INTO lines VALUES (7, 'Storage')`);
  await expect(checkLines(connection)).rejects.toThrow('Two kinds of rows have the same hash.');
  connection.closeSync();
});
