import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { openDatabase } from '../duckdb.js';
import { checkLines } from './day-sums.js';

const same = 'Two kinds of rows have the same hash.';

test.each([
  ['lines', [7, 8], same],
  ['keys of hours', [8, 7], same],
])('refuses %s that cannot be distinguished', async (_, [line, hourKey], expected) => {
  const { connection, close } = await openDatabase({ temporary: tmpdir(), memoryLimit: '100MB' });
  await connection.run(
    `CREATE TABLE lines AS SELECT 7 AS line, 7 AS hour_key, 'Compute' AS "ServiceName", 'A' AS "ProviderName", 'one' AS "SubAccountId",
       '' AS "RegionId", 'Usage' AS "ChargeCategory", '{}' AS "SkuPriceDetails", '' AS "CommitmentDiscountId", 'hours' AS usage_type`,
  );
  await checkLines(connection);
  await connection.run(`INSERT INTO lines SELECT * REPLACE (8 AS line) FROM lines`);
  await checkLines(connection);
  await connection.run(
    `INSERT INTO lines SELECT * REPLACE (${line} AS line, ${hourKey} AS hour_key, 'Storage' AS "ServiceName") FROM lines LIMIT 1`,
  );
  await expect(checkLines(connection)).rejects.toThrow(expected);
  close();
});
