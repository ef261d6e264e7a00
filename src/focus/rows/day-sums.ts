import type { DuckDBConnection } from '@duckdb/node-api';
import { focusColumns } from '../columns.js';
import { textRows } from '../duckdb.js';
import { columnNamed, type FileGroup } from '../files/file-groups.js';
import { FocusError } from '../focus-error.js';
import { identifier } from '../sql.js';
import { cleanSql, fileRowBits } from './rows-sql.js';

/** The table of lines that `openCharges` creates: what rows have in common, and what the checks of the data need. */
export const lines = 'lines';
/** The table of the sums of each line by day. */
export const daySums = 'day_sums';

/** What the rows of a line have in common; also names that depend on an id. */
export const lineKeys = [
  'ProviderName',
  'PublisherName',
  'BillingAccountId',
  'SubAccountId',
  'SubAccountName',
  'ServiceName',
  'RegionId',
  'BillingPeriodStart',
  'ChargeCategory',
  'ChargeClass',
  'ChargeFrequency',
  'SkuPriceDetails',
  'Tags',
  'CommitmentDiscountId',
  'CommitmentDiscountName',
  'CommitmentDiscountCategory',
  'CommitmentDiscountType',
  'CommitmentDiscountStatus',
  'CommitmentDiscountUnit',
  'BillingCurrency',
] as const;

const summed = [
  'BilledCost',
  'EffectiveCost',
  'ListCost',
  'ContractedCost',
  'CommitmentDiscountQuantity',
] as const;

/** In SQL: whether the prices of a row count, which are those of usage that ran. */
const hasRun = `lower("ChargeCategory") = 'usage' AND lower("CommitmentDiscountStatus") IS DISTINCT FROM 'unused'`;

/**
 * In SQL: a price, NULL if it is not known. Some exports write 0 where they do not know it, such as that of usage which a
 * commitment covered.
 */
function knownPriceSql(name: 'ListCost' | 'ContractedCost'): string {
  const price = identifier(name);
  return `CASE WHEN ${price} = 0 AND ("EffectiveCost" <> 0 OR "BilledCost" <> 0) AND ${hasRun} THEN NULL ELSE ${price} END`;
}

/**
 * In SQL: the value of a summed column. FOCUS demands all costs, but some exports leave out prices; a discount that
 * the data do not show is then zero, and no saving is invented.
 */
export function costSql(name: (typeof summed)[number]): string {
  const list = knownPriceSql('ListCost');
  const contracted = knownPriceSql('ContractedCost');
  if (name === 'ListCost') return `COALESCE(${list}, ${contracted}, "EffectiveCost")`;
  if (name === 'ContractedCost') return `COALESCE(${contracted}, ${list}, "EffectiveCost")`;
  return identifier(name);
}

/** In SQL: the list cost of a row of which both prices are known. */
const pricedSql = `CASE WHEN ${knownPriceSql('ContractedCost')} IS NULL THEN NULL ELSE ${knownPriceSql('ListCost')} END`;

const keyColumns = [...lineKeys.map(identifier), 'usage_type'];
/** In SQL: the line of a row of the view `focus_rows`. A comparison of one number is much faster than of all texts. */
const lineSql = `hash(${keyColumns.join(', ')})`;
/** A second hash, which differs between lines that have the same first one. */
const otherLineSql = `hash(${keyColumns.toReversed().join(', ')})`;

const hourKeys = [
  'ProviderName',
  'SubAccountId',
  'ServiceName',
  'RegionId',
  'ChargeCategory',
  'SkuPriceDetails',
  'CommitmentDiscountId',
].map(identifier);
/** In SQL: what rows whose hours are added up have in common. */
export const hourKeySql = `hash(${hourKeys.join(', ')}, usage_type)`;

const endsEarly = ['ChargePeriod', 'BillingPeriod']
  .map((period) => `${identifier(`${period}End`)} < ${identifier(`${period}Start`)}`)
  .join(' OR ');
/** In SQL: whether any row has a period that ends early, too large an amount, or lacks what every row must have. Faster than a condition of each row. */
const isBroken = [
  ...['BilledCost', 'EffectiveCost', 'ChargePeriodStart', 'ChargePeriodEnd'].map(
    (name) => `count(${identifier(name)}) < count(*)`,
  ),
  `COALESCE(bool_or(${endsEarly}), false)`,
  // Decimals of a single Parquet type are not converted to the type of other files. A comparison with 1e20, which is a
  // floating-point number, would be slower, and wrong for amounts next to it.
  ...summed.map((name) => `abs(sum(${costSql(name)})) > ${'9'.repeat(20)}`),
].join(' OR ');

/** Values that figures or notes count. */
const counted = ['ListCost', 'ContractedCost', 'CommitmentDiscountQuantity'] as const;
const countOf = (name: string) => identifier(`count of ${name}`);
const knownSql = (name: (typeof counted)[number]) =>
  name === 'CommitmentDiscountQuantity' ? identifier(name) : knownPriceSql(name);
/** In SQL: whether every row of a line and a day has a value. */
export const isWhole = (name: (typeof counted)[number]) => `${countOf(name)} = row_count`;
/** In SQL: whether every row of the lines has a value. */
export const isComplete = (name: (typeof counted)[number]) => `bool_and(${isWhole(name)})`;

/** In SQL: a digest of the sums by day, in any order and type of decimals. */
export const sumsDigestSql = `bit_xor(hash(line, charge_day, row_count, first_start, last_end, CAST(priced AS DOUBLE), ${summed.map((name) => `CAST(${identifier(name)} AS DOUBLE)`).join(', ')}))`;

/**
 * Sums the rows of the view `focus_rows` by line and day.
 *
 * @param groups determine which columns were text and could therefore be unreadable
 */
export async function sumByDay(connection: DuckDBConnection, groups: readonly FileGroup[]): Promise<void> {
  const columns = [
    `${lineSql} AS line`,
    `${otherLineSql} AS other_line`,
    'CAST("ChargePeriodStart" AS DATE) AS charge_day',
    ...summed.map((name) => `sum(${costSql(name)}) AS ${identifier(name)}`),
    ...counted.map((name) => `count(${knownSql(name)}) AS ${countOf(name)}`),
    `COALESCE(sum(${pricedSql}), 0) AS priced`,
    `count(NULLIF(${pricedSql}, 0)) AS listed_rows`,
    'count(*) AS row_count',
    'min(row_id) AS first_row',
    'min("ChargePeriodStart") AS first_start',
    'max("ChargePeriodEnd") AS last_end',
    `${isBroken} AS is_broken`,
    ...otherCounts(groups),
  ];
  await connection.run(
    `CREATE TEMP TABLE ${daySums} AS SELECT ${columns.join(', ')} FROM focus_rows GROUP BY ALL`,
  );
}

/** In SQL: whether a JSON object is written as a list of keys and values. */
const hasList = ['Tags', 'SkuPriceDetails']
  .map((name) => `COALESCE(${identifier(name)} LIKE '[%', false)`)
  .join(' OR ');

/** Lists the lines: what the first row of each has, and the sums of its days. */
export async function listLines(connection: DuckDBConnection): Promise<void> {
  const month = 'year("BillingPeriodStart") * 12 + month("BillingPeriodStart") - 1';
  const clean = lineKeys.map((name) => `${cleanSql(name)} AS ${identifier(name)}`);
  await connection.run(
    `CREATE TEMP TABLE ${lines} AS
       SELECT * EXCLUDE (row_id) REPLACE (${clean.join(', ')}), CAST(${month} AS INTEGER) AS invoice_month, ${hourKeySql} AS hour_key
       FROM (SELECT row_id, ${keyColumns.join(', ')}, ${hasList} AS has_list FROM focus_rows WHERE ${await nearFirstRows(connection)}) JOIN (
         SELECT line, min(first_row) AS row_id, min(charge_day) AS first_day, max(charge_day) AS last_day,
           min(first_start) AS first_start, max(last_end) AS last_end,
           max(last_end) FILTER (last_end <= first_start + INTERVAL 2 DAY) AS last_short_end, bool_or(is_broken) AS is_broken, sum("BilledCost") AS "BilledCost",
           ${[...counted.map(countOf), 'listed_rows', 'row_count'].map((count) => `sum(${count}) AS ${count}`).join(', ')}
         FROM ${daySums} GROUP BY line, other_line
       ) USING (row_id)`,
  );
  await checkLines(connection);
}

/** In SQL: ranges of rows with all first rows of lines, so that DuckDB reads only those parts of the files. */
async function nearFirstRows(connection: DuckDBConnection): Promise<string> {
  const ranges = await textRows(
    connection,
    `WITH firsts AS (SELECT min(first_row) & ${2 ** fileRowBits - 1} AS row FROM ${daySums} GROUP BY line, other_line)
     SELECT min(row), max(row) FROM firsts GROUP BY 32 * row // (SELECT max(row) + 1 FROM firsts)`,
  );
  return ['false', ...ranges.map(([first, last]) => `file_row BETWEEN ${first} AND ${last}`)].join(' OR ');
}

/**
 * Two kinds of rows with one hash would be added up. Among a million lines, this is as likely as 1 in 30 million.
 *
 * @throws {FocusError}
 */
export async function checkLines(connection: DuckDBConnection): Promise<void> {
  const [repeated = []] = await textRows(
    connection,
    `SELECT count(*) - count(DISTINCT line), (
       SELECT count(*) - count(DISTINCT hour_key) FROM (SELECT DISTINCT hour_key, ${hourKeys.join(', ')}, usage_type FROM ${lines})
     ) FROM ${lines}`,
  );
  if (repeated.some((count) => count !== '0'))
    throw new FocusError('Two kinds of rows have the same hash. Read the export in two parts.');
}

/** Counts the values of other columns, since only a value that is read can turn out to be unreadable. */
function otherCounts(groups: readonly FileGroup[]): readonly string[] {
  const read: readonly string[] = [...lineKeys, ...summed];
  return focusColumns
    .filter(({ name, kind }) => {
      if (read.includes(name)) return false;
      const sources = groups.filter((group) => columnNamed(group, name)?.type === 'VARCHAR');
      // Text in a CSV file can be of another encoding.
      return sources.some(({ format }) => format === 'csv' || kind === 'number' || kind === 'time');
    })
    .map(({ name }) => `count(${identifier(name)}) AS ${countOf(name)}`);
}
