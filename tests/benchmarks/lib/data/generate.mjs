// @ts-check
import { DuckDBInstance } from '@duckdb/node-api';

/** The last day of every generated bill; the number of rows determines the first. */
const lastDay = '2026-05-31';
/** One meter is a resource of one account, service, region and set of tags, with a row for each hour. */
const meters = 4_000;
/** Every third meter of half of the services is covered by a commitment. */
const commitments = 40;

/**
 * Writes a FOCUS 1.2 export as Parquet: hourly rows of 4,000 meters in 100 accounts, 25 services, 8 regions and 200
 * sets of tags of two providers, with used and unused commitment.
 *
 * @param {string} file
 * @param {number} rows about this many
 */
export async function generateExport(file, rows) {
  const hours = Math.max(24, Math.round(rows / meters));
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    await connection.run(`COPY (${statement(hours)}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const literal = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`;

/** @param {number} hours */
function statement(hours) {
  const end = `TIMESTAMP '${lastDay} 00:00:00' + INTERVAL 1 DAY`;
  return `
WITH meters AS (
  SELECT m, m % 100 AS account, m % 25 AS service, m % 8 AS region, hash(m) % 200 AS tags,
    m % 25 < 12 AND m % 3 = 0 AS covered, m % 25 < 12 AND m % 97 = 0 AS unused
  FROM range(${meters}) AS t(m)
), hours AS (
  SELECT ${end} - INTERVAL 1 HOUR * (h + 1) AS start FROM range(${hours}) AS t(h)
), charges AS (
  SELECT *, CAST(10 + hash(m, epoch(start)) % 90 AS DECIMAL(12, 6)) / 100 AS list FROM hours, meters
)
SELECT
  'Provider ' || CASE WHEN account < 70 THEN 'A' ELSE 'B' END AS ProviderName,
  'Provider ' || CASE WHEN account < 70 THEN 'A' ELSE 'B' END AS PublisherName,
  'Provider ' || CASE WHEN account < 70 THEN 'A' ELSE 'B' END AS InvoiceIssuerName,
  '9000000000' AS BillingAccountId,
  CAST(100000000000 + account AS VARCHAR) AS SubAccountId,
  'account ' || account AS SubAccountName,
  'Service ' || service AS ServiceName,
  'Compute' AS ServiceCategory,
  'region-' || region AS RegionId,
  'resource-' || m AS ResourceId,
  'sku-' || m % 300 AS SkuId,
  'price-' || m % 300 AS SkuPriceId,
  'hours-' || m % 300 AS SkuMeter,
  'Usage' AS ChargeCategory,
  CAST(NULL AS VARCHAR) AS ChargeClass,
  'Usage-Based' AS ChargeFrequency,
  CASE WHEN covered OR unused THEN 'Committed' ELSE 'Standard' END AS PricingCategory,
  'Usage' AS ChargeDescription,
  date_trunc('month', start) AS BillingPeriodStart,
  date_trunc('month', start) + INTERVAL 1 MONTH AS BillingPeriodEnd,
  start AS ChargePeriodStart,
  start + INTERVAL 1 HOUR AS ChargePeriodEnd,
  'USD' AS BillingCurrency,
  CAST(CASE WHEN covered OR unused THEN 0 ELSE list * 0.95 END AS DECIMAL(18, 6)) AS BilledCost,
  CAST(CASE WHEN covered OR unused THEN list * 0.7 ELSE list * 0.95 END AS DECIMAL(18, 6)) AS EffectiveCost,
  CAST(CASE WHEN unused THEN 0 ELSE list END AS DECIMAL(18, 6)) AS ListCost,
  CAST(CASE WHEN unused THEN 0 ELSE list * 0.95 END AS DECIMAL(18, 6)) AS ContractedCost,
  CASE WHEN covered OR unused THEN 'commitment-' || m % ${commitments} END AS CommitmentDiscountId,
  CASE WHEN covered OR unused THEN 'commitment ' || m % ${commitments} END AS CommitmentDiscountName,
  CASE WHEN covered OR unused THEN CASE WHEN m % 2 = 0 THEN 'Usage' ELSE 'Spend' END END AS CommitmentDiscountCategory,
  CASE WHEN covered OR unused THEN CASE WHEN m % 2 = 0 THEN 'Reserved' ELSE 'Compute' END END AS CommitmentDiscountType,
  CASE WHEN unused THEN 'Unused' WHEN covered THEN 'Used' END AS CommitmentDiscountStatus,
  CASE WHEN covered OR unused THEN CAST(1 AS DECIMAL(18, 6)) END AS CommitmentDiscountQuantity,
  CASE WHEN covered OR unused THEN 'Hours' END AS CommitmentDiscountUnit,
  CAST(1 AS DECIMAL(18, 6)) AS ConsumedQuantity,
  'Hours' AS ConsumedUnit,
  CAST(1 AS DECIMAL(18, 6)) AS PricingQuantity,
  'Hours' AS PricingUnit,
  '{"team": "team-' || tags % 20 || '", "env": "' || CASE tags % 3 WHEN 0 THEN 'prod' WHEN 1 THEN 'test' ELSE 'dev' END
    || '", "app": "app-' || tags || '"}' AS Tags
FROM charges`;
}
