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
 * In SQL: whether a price of 0 is not known. Some exports write 0 where they do not know a price, such as that of usage
 * which a commitment covered.
 */
const isUnknown = `("EffectiveCost" <> 0 OR "BilledCost" <> 0) AND ${hasRun}`;
const prices = ['ListCost', 'ContractedCost'] as const;
type Price = (typeof prices)[number];
/** In SQL: a price of a row, NULL if it is not known. */
const priceSql = (name: Price) => `CASE WHEN "${name}" = 0 AND ${isUnknown} THEN NULL ELSE "${name}" END`;
/** In SQL: whether a price of a row is not 0, NULL if it is not known. Faster than to compare `priceSql` with 0. */
const hasPriceSql = (name: Price) =>
  `CASE WHEN "${name}" <> 0 THEN true WHEN "${name}" IS NULL OR (${isUnknown}) THEN NULL ELSE false END`;
/** The column of `hasPriceSql`. */
const hasPrice = (name: Price) => `"has ${name}"`;
const hasPrices = prices.map(hasPrice).join(', ');
/** In SQL: whether the rows of a sum by day lack a price. */
export const lacksPrice = `(${prices.map((name) => `${hasPrice(name)} IS NULL`).join(' OR ')})`;

/**
 * In SQL: the value of a summed column. FOCUS demands all costs, but some exports leave out prices; a discount that
 * the data do not show is then zero, and no saving is invented.
 *
 * @param known in SQL: a price, NULL if it is not known
 * @param cost in SQL: another value
 */
export function costSql(name: (typeof summed)[number], known = priceSql, cost = identifier): string {
  const [list, contracted] = prices.map(known);
  if (name === 'ListCost') return `COALESCE(${list}, ${contracted}, ${cost('EffectiveCost')})`;
  if (name === 'ContractedCost') return `COALESCE(${contracted}, ${list}, ${cost('EffectiveCost')})`;
  return cost(name);
}

const sumSql = (name: string) => `sum(${identifier(name)})`;
/** In SQL: a sum of prices, which are all known or all unknown; NULL if they are unknown. */
const priceSumSql = (name: Price) => `CASE WHEN ${hasPrice(name)} IS NOT NULL THEN ${sumSql(name)} END`;

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
  ...summed.map((name) => `abs(${sumSql(name)}) > ${'9'.repeat(20)}`),
].join(' OR ');

/** Values that figures or notes count. */
const counted = ['ListCost', 'ContractedCost', 'CommitmentDiscountQuantity'] as const;
const countOf = (name: string) => identifier(`count of ${name}`);
/** In SQL: whether every row of a line and a day has a value. */
export const isWhole = (name: (typeof counted)[number]) => `${countOf(name)} = row_count`;
/** In SQL: whether every row of the lines has a value. */
export const isComplete = (name: (typeof counted)[number]) => `bool_and(${isWhole(name)})`;

/** In SQL: a digest of the sums by day, in any order and type of decimals. */
export const sumsDigestSql = `bit_xor(hash(line, ${hasPrices}, charge_day, row_count, first_start, last_end, ${summed.map((name) => `CAST(${identifier(name)} AS DOUBLE)`).join(', ')}))`;

/**
 * Sums the rows of the view `focus_rows` by line and day, and by whether prices are known: a condition for each amount of a
 * row takes longer.
 *
 * @param groups determine which columns were text and could therefore be unreadable
 */
export async function sumByDay(connection: DuckDBConnection, groups: readonly FileGroup[]): Promise<void> {
  const columns = [
    `${lineSql} AS line`,
    `${otherLineSql} AS other_line`,
    'CAST("ChargePeriodStart" AS DATE) AS charge_day',
    hasPrices,
    ...summed.map((name) => `${costSql(name, priceSumSql, sumSql)} AS ${identifier(name)}`),
    ...prices.map(
      (name) => `CASE WHEN ${hasPrice(name)} IS NULL THEN 0 ELSE count(*) END AS ${countOf(name)}`,
    ),
    `count("CommitmentDiscountQuantity") AS ${countOf('CommitmentDiscountQuantity')}`,
    `CASE WHEN ${hasPrice('ListCost')} AND NOT ${lacksPrice} THEN count(*) ELSE 0 END AS listed_rows`,
    'count(*) AS row_count',
    'min(row_id) AS first_row',
    'min("ChargePeriodStart") AS first_start',
    'max("ChargePeriodEnd") AS last_end',
    `${isBroken} AS is_broken`,
    ...otherCounts(groups),
  ];
  await connection.run(
    `CREATE TEMP TABLE ${daySums} AS SELECT ${columns.join(', ')}
     FROM (SELECT *, ${prices.map((name) => `${hasPriceSql(name)} AS ${hasPrice(name)}`).join(', ')} FROM focus_rows)
     GROUP BY line, other_line, charge_day, ${hasPrices}`,
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
           min(hash(${hasPrices})) < max(hash(${hasPrices})) AS is_mixed, max(last_end) FILTER (last_end <= first_start + INTERVAL 2 DAY) AS last_short_end, bool_or(is_broken) AS is_broken, sum("BilledCost") AS "BilledCost",
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
