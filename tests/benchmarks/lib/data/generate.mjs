// @ts-check
import { DuckDBInstance } from '@duckdb/node-api';

/** Every generated bill has the charges of these days; the number of rows determines the size of the organization. */
const firstDay = '2026-03-01';
const days = 92;
const hours = days * 24;

/**
 * Writes a FOCUS 1.2 export as large clouds write it: hourly rows of instances that are replaced, daily rows of
 * stores, used and unused commitment, purchases, tax and credits; amounts with twelve digits after the point.
 *
 * @param {string} file CSV, gzipped CSV or Parquet (compressed with Snappy, as real exports are), by its name
 * @param {number} rows about this many
 */
export async function generateExport(file, rows) {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    const format = file.endsWith('.parquet') ? 'parquet' : 'csv, HEADER';
    await connection.run(`COPY (${statement(rows)}) TO '${file.replaceAll("'", "''")}' (FORMAT ${format})`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** @param {number} rows */
function statement(rows) {
  const instances = primeFrom(Math.max(40, Math.round((0.88 * rows) / hours)));
  const stores = primeFrom(Math.max(40, Math.round((0.12 * rows) / days)));
  const all = instances + stores;
  return `
WITH meters AS (
  -- Four instances of a workload are alike: account, service, region, price and tags.
  SELECT m, m // 4 AS workload, workload % 20 AS service, 'Usage' AS category FROM range(${instances}) AS t(m)
  UNION ALL
  SELECT m, m, 20 + m % 20, 'Usage' FROM range(${instances}, ${all}) AS t(m)
  UNION ALL
  SELECT ${all} + 3 * a + kind, a, service, category
  FROM range(200) AS t(a), (VALUES (0, 3, 'Purchase'), (1, 40, 'Tax'), (2, 41, 'Credit')) AS kinds(kind, service, category)
), placed AS (
  SELECT *, m < ${instances} AND service < 10 AND m % 3 = 0 AS is_used, m < ${instances} AND service < 10 AND m % 97 = 1 AS is_unused,
    CASE WHEN m < ${instances} THEN [3, 24, 168, ${hours}][1 + m % 4] ELSE ${hours} END AS lifetime,
    category = 'Usage' AND (m >= ${instances} OR m % 2 = 1) AS is_volume,
    CASE WHEN category = 'Usage' THEN hash(workload, 1) % 200 ELSE workload END :: BIGINT AS account,
    (hash(workload, 2) % 8) :: BIGINT AS region, (hash(workload, 3) % 2500) :: BIGINT AS price, (hash(workload, 4) % 3000) :: BIGINT AS tags,
    CASE WHEN account < 140 THEN 'A' ELSE 'B' END AS letter,
    2 * (workload // 20 % 20 * 10 + workload % 10) + CASE letter WHEN 'A' THEN 0 ELSE 1 END AS commitment,
    is_used OR is_unused OR category = 'Purchase' AS is_committed,
    CASE category WHEN 'Usage' THEN (10 + price * 37 % 9000) * 0.0001 WHEN 'Tax' THEN 1900 WHEN 'Credit' THEN -500 ELSE 1000 END :: DECIMAL(10, 6) AS unit_price
  FROM meters
), described AS (
  SELECT ${selected(ofMeter)},
    m, service, category, is_used, is_unused, is_committed, lifetime, is_volume, tags, unit_price
  FROM placed
), readings AS (
  -- By time. Within an hour in an order that differs from hour to hour: the number of meters is prime.
  SELECT i * (1 + i // ${instances} % ${instances - 1}) % ${instances} AS m, TIMESTAMP '${firstDay}' + INTERVAL 1 HOUR * (i // ${instances}) AS start,
    start + INTERVAL 1 HOUR AS ended
  FROM range(${instances * hours}) AS t(i)
  UNION ALL
  SELECT ${instances} + i * (1 + i // ${stores}) % ${stores}, TIMESTAMP '${firstDay}' + INTERVAL 1 DAY * (i // ${stores}) AS start, start + INTERVAL 1 DAY
  FROM range(${stores * days}) AS t(i)
  UNION ALL
  SELECT ${all} + i % 600, TIMESTAMP '${firstDay}' + INTERVAL 1 MONTH * (i // 600) AS start, start + INTERVAL 1 MONTH
  FROM range(1800) AS t(i)
), charges AS (
  SELECT *, epoch(start) :: BIGINT // 3600 AS hour, lower(to_hex(hash(m, hour // lifetime))) AS resource,
    -- Every other instance is billed by the hour, everything else by volume.
    CASE WHEN is_volume THEN hash(m, hour) % 100000000000 / 10000000000 ELSE 1 END :: DECIMAL(18, 10) AS quantity,
    quantity :: DOUBLE * unit_price AS cost, round(cost, 12) :: DECIMAL(38, 12) AS list, round(0.91 * cost, 12) :: DECIMAL(38, 12) AS contracted
  FROM readings JOIN described USING (m)
)
SELECT ${Object.keys(ofMeter).join(', ')},
  ${selected(ofCharge)}
FROM charges`;
}

/** @param {Readonly<Record<string, string>>} columns */
const selected = (columns) =>
  Object.entries(columns)
    .map(([name, value]) => `${value} AS ${name}`)
    .join(',\n  ');

/** The first prime number from a number on. @param {number} least @returns {number} */
function primeFrom(least) {
  for (let divisor = 2; divisor * divisor <= least; divisor += 1)
    if (least % divisor === 0) return primeFrom(least + 1);
  return least;
}

const ofCommitment = (/** @type {string} */ value) => `CASE WHEN is_committed THEN ${value} END`;
const ofUsage = (/** @type {string} */ value) => `CASE WHEN category = 'Usage' THEN ${value} END`;

/**
 * The columns of FOCUS 1.2 that do not change from hour to hour, in SQL; without those of virtual currencies and
 * capacity reservations.
 */
const ofMeter = {
  BillingAccountId: `CASE letter WHEN 'A' THEN '900000000011' ELSE '900000000012' END`,
  BillingAccountName: `'Organization ' || letter`,
  BillingAccountType: `'Organization'`,
  BillingCurrency: `'USD'`,
  ChargeCategory: 'category',
  ChargeClass: 'CAST(NULL AS VARCHAR)',
  ChargeDescription: `'$' || unit_price || ' per unit of Service ' || service || ' (price ' || price || ') in region-' || region`,
  ChargeFrequency: `CASE category WHEN 'Usage' THEN 'Usage-Based' WHEN 'Purchase' THEN 'Recurring' ELSE 'One-Time' END`,
  CommitmentDiscountCategory: ofCommitment(`CASE service % 2 WHEN 0 THEN 'Usage' ELSE 'Spend' END`),
  CommitmentDiscountId: ofCommitment(`'commitment-' || commitment`),
  CommitmentDiscountName: ofCommitment(`'commitment ' || commitment`),
  CommitmentDiscountStatus: `CASE WHEN is_unused THEN 'Unused' WHEN is_used THEN 'Used' END`,
  CommitmentDiscountType: ofCommitment(`CASE service % 2 WHEN 0 THEN 'Reserved' ELSE 'Compute' END`),
  CommitmentDiscountUnit: ofCommitment(`CASE service % 2 WHEN 0 THEN 'Hours' ELSE 'USD' END`),
  ConsumedUnit: ofUsage(`CASE WHEN is_volume THEN 'GB' ELSE 'Hours' END`),
  ContractedUnitPrice: ofUsage('CAST(unit_price * 0.91 AS DECIMAL(38, 12))'),
  InvoiceIssuerName: `'Provider ' || letter`,
  ListUnitPrice: ofUsage('CAST(unit_price AS DECIMAL(38, 12))'),
  PricingCategory: ofUsage(`CASE WHEN is_committed THEN 'Committed' ELSE 'Standard' END`),
  PricingUnit: ofUsage(`CASE WHEN is_volume THEN 'GB' ELSE 'Hours' END`),
  ProviderName: `'Provider ' || letter`,
  PublisherName: `CASE service WHEN 39 THEN 'Vendor Z' ELSE 'Provider ' || letter END`,
  RegionId: `'region-' || region`,
  RegionName: `'Region ' || region`,
  ResourceType: ofUsage(`'Type ' || service`),
  ServiceCategory: `CASE WHEN service < 10 THEN 'Compute' WHEN service < 20 THEN 'Databases' ELSE 'Storage' END`,
  ServiceName: `'Service ' || service`,
  ServiceSubcategory: `'Other (' || service % 5 || ')'`,
  SkuId: `'SKU' || price // 5`,
  SkuMeter: `'service-' || service || '-usage-' || price // 5`,
  SkuPriceDetails: ofUsage(
    `'{"CoreCount": ' || [2, 4, 8, 16][1 + price % 4] || ', "InstanceSeries": "series-' || price % 12 || '", "OperatingSystem": "' || ['Linux', 'Windows'][1 + price % 2] || '"}'`,
  ),
  SkuPriceId: `'SKU' || price // 5 || '.' || lower(to_hex(hash(price)))`,
  SubAccountId: 'CAST(100000000000 + 7919 * account AS VARCHAR)',
  SubAccountName: `'account ' || account`,
  SubAccountType: `'Account'`,
  Tags: `'{"team": "team-' || tags % 40 || '", "env": "' || ['production', 'test', 'development'][1 + tags % 3] || '", "app": "app-' || tags || '", "cost_center": "' || 40000 + tags % 150 || '", "owner": "owner-' || tags % 400 || '@example.com"}'`,
};

/** The other columns. */
const ofCharge = {
  AvailabilityZone: ofUsage(`RegionId || '-' || resource[1]`),
  BilledCost: `CASE WHEN is_used OR is_unused THEN 0 ELSE contracted END`,
  BillingPeriodEnd: `date_trunc('month', start) + INTERVAL 1 MONTH`,
  BillingPeriodStart: `date_trunc('month', start) :: TIMESTAMP`,
  ChargePeriodEnd: 'ended',
  ChargePeriodStart: 'start',
  CommitmentDiscountQuantity: `CASE WHEN is_used OR is_unused THEN quantity END`,
  ConsumedQuantity: ofUsage('quantity'),
  ContractedCost: 'CASE WHEN is_unused THEN 0 ELSE contracted END',
  EffectiveCost: `CASE WHEN category = 'Purchase' THEN 0 WHEN is_committed THEN round(0.62 * cost, 12) :: DECIMAL(38, 12) ELSE contracted END`,
  InvoiceId: `'INV-' || ProviderName[10] || strftime(start, '%Y%m')`,
  ListCost: 'CASE WHEN is_unused THEN 0 ELSE list END',
  PricingQuantity: 'quantity',
  ResourceId: ofUsage(
    `'resource:' || RegionId || ':' || SubAccountId || ':service-' || service || '/' || resource`,
  ),
  ResourceName: ofUsage(`'app-' || tags || '-' || resource[1:6]`),
};
