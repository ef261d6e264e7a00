import { CannotStart } from '../cannot-start.js';
import { KnownBill } from './known-bill.js';

/** Opens a bill. */
export async function openBill(data: string | readonly string[]): Promise<KnownBill> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch(() => {
    throw new CannotStart('--data requires DuckDB: npm install @duckdb/node-api');
  });
  const paths = typeof data === 'string' ? [data] : data;
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const read = `read_csv([${paths.map((path) => `'${path}'`).join(', ')}], all_varchar = true)`;
  const sourceSql = `SELECT * REPLACE (${['BilledCost', 'EffectiveCost', 'ListCost', 'ContractedCost', 'CommitmentDiscountQuantity'].map((c) => `TRY_CAST(${c} AS DECIMAL(38, 12)) AS ${c}`).join(', ')}, ${['ChargePeriodStart', 'ChargePeriodEnd', 'BillingPeriodStart', 'BillingPeriodEnd'].map((c) => `CAST(CAST(${c} AS TIMESTAMPTZ) AS TIMESTAMP) AS ${c}`).join(', ')}, coalesce(Tags, '{}') AS Tags), CASE ProviderName WHEN 'Provider A' THEN 'provider_a' WHEN 'Provider B' THEN 'provider_b' ELSE 'provider_c' END AS provider_id, x_UsageType AS usage_type, json_extract_string(SkuPriceDetails, '$.OperatingSystem') AS platform FROM ${read}`;
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(`CREATE VIEW charges AS ${sourceSql}`);
  return new KnownBill({
    sourceSql,
    all: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  });
}
