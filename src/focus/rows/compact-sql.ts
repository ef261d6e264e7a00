import { missingWords } from '../columns.js';
import type { Engine, FocusVersion, MapColumn } from './compact-engines.js';
import { columnTypes, csvReaderSql, readerSql, withSeconds } from './rows-sql.js';

export interface CompactOptions {
  readonly engine: Engine;
  /** The table, or an expression that the engine reads as one; for DuckDB also the path or glob of files. */
  readonly source: string;
  /** The version of the export, which determines its columns. */
  readonly version: FocusVersion;
  /** Columns that are maps of texts instead of JSON in a text. */
  readonly maps: readonly MapColumn[];
  /** Whether the export has the column x_UsageType, which some clouds add. */
  readonly hasUsageType: boolean;
}

interface Dialect {
  readonly name: string;
  readonly text: string;
  /** A backslash in a literal. */
  readonly backslash: string;
  readonly decimal: string;
  readonly hour: string;
  /** A column of times. */
  readonly time: (name: string) => string;
  readonly startOf: (unit: 'hour' | 'day', time: string) => string;
  readonly mapAsJson: (map: string) => string;
}

/** Digits that fit 18 before the decimal point, whose sum no engine can overflow without an error. */
const decimal = 'DECIMAL(33, 15)';
const standard = {
  text: 'VARCHAR',
  backslash: '\\',
  decimal,
  hour: 'INTERVAL 1 HOUR',
  time: (name: string) => name,
  startOf: (unit: string, time: string) => `DATE_TRUNC('${unit}', ${time})`,
};
const dialects: Readonly<Record<Engine, Dialect>> = {
  duckdb: { ...standard, name: 'DuckDB', mapAsJson: (map) => `CAST(to_json(${map}) AS VARCHAR)` },
  spark: {
    ...standard,
    name: 'Spark SQL',
    text: 'STRING',
    backslash: '\\\\',
    // Spark would compare a text and a time as texts.
    time: (name) => `CAST(${name} AS TIMESTAMP)`,
    mapAsJson: (map) => `to_json(${map})`,
  },
  trino: {
    ...standard,
    name: 'Trino',
    hour: "INTERVAL '1' HOUR",
    mapAsJson: (map) => `json_format(CAST(${map} AS JSON))`,
  },
  clickhouse: {
    name: 'ClickHouse',
    text: 'Nullable(String)',
    backslash: '\\\\',
    decimal: 'Nullable(Decimal(38, 15))',
    hour: 'INTERVAL 1 HOUR',
    time: (name) => name,
    startOf: (unit, time) => `date_trunc('${unit}', ${time}, 'UTC')`,
    mapAsJson: (map) => `toJSONString(${map})`,
  },
};

/** What the rows of a sum have in common, and the name of the column in the statement. */
const keys = {
  ProviderName: 'provider',
  PublisherName: 'publisher',
  SubAccountId: 'account',
  ServiceName: 'service',
  RegionId: 'region',
  BillingCurrency: 'currency',
  ChargeCategory: 'category',
  ChargeClass: 'class',
  ChargeFrequency: 'frequency',
  CommitmentDiscountId: 'commitment',
  CommitmentDiscountCategory: 'commitment_category',
  CommitmentDiscountStatus: 'commitment_status',
  CommitmentDiscountUnit: 'commitment_unit',
  SkuPriceDetails: 'details',
} as const;

const names = {
  BillingAccountId: 'billing_account',
  SubAccountName: 'account_name',
  CommitmentDiscountName: 'commitment_name',
  CommitmentDiscountType: 'commitment_type',
} as const;

const times = ['BillingPeriodStart', 'ChargePeriodStart', 'ChargePeriodEnd'];
const amounts = ['BilledCost', 'EffectiveCost', 'ListCost', 'ContractedCost', 'CommitmentDiscountQuantity'];

const since11 = ['CommitmentDiscountQuantity', 'CommitmentDiscountUnit', 'SkuMeter', 'SkuPriceDetails'];

/**
 * Writes the statement that aggregates an export to the compact form: FOCUS again, summed by day, and by hour where
 * on-demand usage could be covered by a commitment. The mock shows the same figures with either. Columns have other
 * names until the end, since ClickHouse replaces a column by an alias of the same name.
 */
export function compactSql(options: CompactOptions): string {
  const { engine, version } = options;
  const { name, hour, startOf } = dialects[engine];
  const columns = readColumns(options);
  const isShort = `LOWER(category) = 'usage' AND commitment IS NULL AND ended <= started + ${hour}`;
  const groups = [
    ...groupedIn(version).map(([, key]) => key),
    'usage_type',
    'tags',
    'billing_start',
    'is_hourly',
    'has_list',
    'has_contracted',
  ];
  return `-- Aggregates a FOCUS ${version} export to the compact form that \`npx cloud-cost-contract mock --data\` reads.
-- For ${name}, with UTC as the time zone of the session. Store the result as Parquet or CSV.
WITH charges AS (
  SELECT
    ${columns.join(',\n    ')}
  FROM ${sourceSql(options)}
),
committed AS (
  SELECT DISTINCT provider AS committed_provider, service AS committed_service, 1 AS is_committed
  FROM charges
  WHERE commitment_status IS NOT NULL AND LOWER(category) = 'usage'
),
marked AS (
  SELECT
    ${columns.map((column) => column.split(' AS ').at(-1)).join(', ')},
    CASE WHEN COALESCE(is_committed, 0) = 1 AND ${isShort} THEN 1 ELSE 0 END AS is_hourly
  FROM charges
  LEFT JOIN committed ON provider = committed_provider AND service = committed_service
),
periods AS (
  SELECT *, CASE WHEN is_hourly = 1 THEN ${startOf('hour', 'started')} ELSE ${startOf('day', 'started')} END AS period,
    CASE WHEN known_list IS NULL THEN 0 ELSE 1 END AS has_list,
    CASE WHEN known_contracted IS NULL THEN 0 ELSE 1 END AS has_contracted
  FROM marked
)
SELECT
  ${writtenColumns(options).join(',\n  ')}
FROM periods
GROUP BY ${groups.join(', ')}, period
`;
}

/** Columns that an export may lack. */
const optional = [
  'ProviderName',
  'ServiceProviderName',
  'PublisherName',
  'BillingAccountId',
  'SubAccountId',
  'SubAccountName',
  'RegionId',
  'ChargeClass',
  'ChargeFrequency',
  'CommitmentDiscountId',
  'CommitmentDiscountName',
  'CommitmentDiscountCategory',
  'CommitmentDiscountType',
  'CommitmentDiscountStatus',
  'SkuId',
  'Tags',
  ...since11,
];

function isIn(version: FocusVersion, name: string): boolean {
  if (name === 'PublisherName') return version !== '1.4';
  return version !== '1.0' || !since11.includes(name);
}

const groupedIn = (version: FocusVersion) => Object.entries(keys).filter(([name]) => isIn(version, name));

/** The source as the engine reads it. Only DuckDB can name columns that may be absent. */
function sourceSql({ engine, source, version }: CompactOptions): string {
  if (engine !== 'duckdb') return source;
  const [, extension] = /\.(csv|csv\.gz|parquet)$/i.exec(source) ?? [];
  if (extension === undefined) return withOptional(source);
  const format = extension.toLowerCase() === 'parquet' ? 'parquet' : 'csv';
  const group = { format, files: [source], isGzipped: /gz$/i.test(extension), columns: [] } as const;
  if (format === 'parquet') return withOptional(readerSql(group));
  const values = [
    ...amounts
      .filter((name) => isIn(version, name))
      .map((name) => `CAST(${name} AS ${columnTypes.number}) AS ${name}`),
    ...times.map((name) => `CAST(${withSeconds(name)} AS TIMESTAMPTZ) AT TIME ZONE 'UTC' AS ${name}`),
  ];
  return `(
    SELECT * REPLACE (
      ${values.join(',\n      ')}
    ) FROM ${withOptional(csvReaderSql(group, ['all_varchar = true']))}
  )`;
}

/** Adds the columns that are absent, with NULL. */
function withOptional(source: string): string {
  return `(
    SELECT * FROM ${source}
    UNION ALL BY NAME
    SELECT ${optional.map((name) => `NULL AS ${name}`).join(', ')} WHERE false
  )`;
}

/** The columns with the name of the provider, which has another name since 1.3. */
function providerColumns({ engine, version }: CompactOptions): readonly string[] {
  if (engine === 'duckdb' || version === '1.3') return ['ProviderName', 'ServiceProviderName'];
  return [version === '1.4' ? 'ServiceProviderName' : 'ProviderName'];
}

/** What is read from the export, under the names of the statement. */
function readColumns(options: CompactOptions): readonly string[] {
  const { engine, version, maps, hasUsageType } = options;
  const dialect = dialects[engine];
  /** A column as text, since ids can be stored as numbers; NULL if it is missing. */
  const text = (name: string) =>
    (maps as readonly string[]).includes(name)
      ? dialect.mapAsJson(name)
      : missingWords.reduce(
          (value, word) => `NULLIF(${value}, '${word.replace('\\', dialect.backslash)}')`,
          `CAST(${name} AS ${dialect.text})`,
        );
  const number = (name: string) => `CAST(${name} AS ${dialect.decimal})`;
  const hasRun = `LOWER(${text('ChargeCategory')}) = 'usage' AND COALESCE(LOWER(${text('CommitmentDiscountStatus')}), '') <> 'unused'`;
  const isCharged = `(${number('EffectiveCost')} <> 0 OR ${number('BilledCost')} <> 0)`;
  /** A price, NULL if it is not known: 0 is none of usage that ran and cost something. */
  const price = (name: string) =>
    `CASE WHEN ${number(name)} = 0 AND ${isCharged} AND ${hasRun} THEN NULL ELSE ${number(name)} END`;
  const usageTypes = [...(hasUsageType ? ['x_UsageType'] : []), 'SkuMeter', 'SkuId']
    .filter((name) => isIn(version, name))
    .map(text);
  const firstOf = (texts: readonly string[]) =>
    texts.length > 1 ? `COALESCE(${texts.join(', ')})` : texts[0];
  const textOf = (name: string) =>
    name === 'ProviderName' ? firstOf(providerColumns(options).map(text)) : text(name);
  return [
    ...[...groupedIn(version), ...Object.entries(names)].map(([name, key]) => `${textOf(name)} AS ${key}`),
    `${firstOf(usageTypes)} AS usage_type`,
    `${text('Tags')} AS tags`,
    `${dialect.time('BillingPeriodStart')} AS billing_start`,
    `${dialect.time('ChargePeriodStart')} AS started`,
    `${dialect.time('ChargePeriodEnd')} AS ended`,
    `${number('BilledCost')} AS billed`,
    `${number('EffectiveCost')} AS effective`,
    `${price('ListCost')} AS known_list`,
    `${price('ContractedCost')} AS known_contracted`,
    ...(isIn(version, 'CommitmentDiscountQuantity')
      ? [`${number('CommitmentDiscountQuantity')} AS quantity`]
      : []),
  ];
}

/** The columns of the result, under the names of FOCUS. */
function writtenColumns({ engine, version }: CompactOptions): readonly string[] {
  const { hour } = dialects[engine];
  const hasRun = `LOWER(category) = 'usage' AND COALESCE(LOWER(commitment_status), '') <> 'unused'`;
  return [
    ...groupedIn(version).map(([name, key]) => `${key} AS ${name}`),
    ...Object.entries(names).map(([name, key]) => `MAX(${key}) AS ${name}`),
    'usage_type AS x_UsageType',
    'tags AS Tags',
    'billing_start AS BillingPeriodStart',
    'CASE WHEN is_hourly = 1 THEN period ELSE MIN(started) END AS ChargePeriodStart',
    `CASE WHEN is_hourly = 1 THEN period + ${hour} ELSE MAX(ended) END AS ChargePeriodEnd`,
    'SUM(billed) AS BilledCost',
    'SUM(effective) AS EffectiveCost',
    // Rows whose price is not known have a sum of their own, without a price.
    `CASE WHEN ${hasRun} AND has_list = 0 THEN NULL ELSE SUM(COALESCE(known_list, known_contracted, effective)) END AS ListCost`,
    `CASE WHEN ${hasRun} AND has_contracted = 0 THEN NULL ELSE SUM(COALESCE(known_contracted, known_list, effective)) END AS ContractedCost`,
    ...(isIn(version, 'CommitmentDiscountQuantity')
      ? ['CASE WHEN COUNT(quantity) = COUNT(*) THEN SUM(quantity) END AS CommitmentDiscountQuantity']
      : []),
  ];
}
