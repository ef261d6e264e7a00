import type { DuckDBConnection } from '@duckdb/node-api';
import { getOrInsert } from '../../get-or-insert.js';
import type { Charges } from '../open-charges.js';
import { normalizedTags, platformSql, providerIdSql, publisherSql } from '../rows/charges-sql.js';
import { costSql, daySums, hourKeySql, isComplete, isWhole, lacksPrice, lines } from '../rows/day-sums.js';
import { columnValues } from './column-values.js';
import { refuseManyCombinations } from './refuse-many-combinations.js';
import type { BillDays, BilledCommitment, BillHours, BillLine, BillTables, LongPeriod } from './tables.js';

/** The dimensions of a line, in SQL. */
const dimensionsIn = (providers: Charges['providers']): Readonly<Record<keyof BillLine, string>> => ({
  provider: providerIdSql(providers),
  account: '"SubAccountId"',
  service: '"ServiceName"',
  region: '"RegionId"',
  category: '"ChargeCategory"',
  frequency: '"ChargeFrequency"',
  isCorrection: '"ChargeClass" IS NOT NULL',
  isMarketplace: `${publisherSql(providers)} <> "ProviderName"`,
  usageType: 'usage_type',
  platform: platformSql,
  tags: 'tag_set',
  commitment: '"CommitmentDiscountId"',
  status: '"CommitmentDiscountStatus"',
  invoiceMonth: 'invoice_month',
});

/** The dimensions that the sums of an hour have. */
const hourDimensions = ['provider', 'account', 'service', 'region', 'usageType', 'platform'];

/** In SQL: a sum as the floating-point number that is next to it; decimals are slow. */
const double = (sum: string) => `CAST(${sum} AS DOUBLE)`;

/** Converts amounts to millionths in place, without the noise of the product. */
function toMicros(amounts: Float64Array): void {
  for (let i = 0; i < amounts.length; i++) amounts[i] = Math.round((amounts[i] as number) * 1e12) / 1e6;
}

/**
 * Sums the rows of an export for the mock, and drops the sums by day.
 *
 * @param use returns the result; runs while DuckDB sums the hours, which are added to the tables later
 * @throws {FocusError} if it has too many combinations for memory
 */
export async function readBill<Result>(
  charges: Charges,
  use: (tables: BillTables) => Result,
): Promise<Result> {
  const { connection, info } = charges;
  await refuseManyCombinations(connection);
  await createTables(charges);
  const isUsage = `FILTER ("ChargeCategory" = 'Usage')`;
  // Usage of a month or a year ends after the rest of the bill.
  const ends = `max(last_short_end) ${isUsage}, max(last_end) ${isUsage}, max(last_day) + INTERVAL 1 DAY`;
  const [[first, last, end] = []] = await columnRows(
    connection,
    `SELECT min(first_day) - DATE '1970-01-01', max(last_day) - DATE '1970-01-01', epoch_ms(COALESCE(${ends}))
     FROM ${lines}`,
  );
  const hours = { line: Int32Array.of(), hour: Int32Array.of(), list: Float64Array.of() };
  const tables = {
    currency: info.currency,
    firstDay: Number(first),
    lastDay: Math.max(Number(last), Math.floor((Number(end) - 1) / 86_400_000)),
    end: Number(end),
    providers: await readProviders(charges),
    accounts: await readAccounts(connection),
    commitments: await readCommitments(connection),
    lines: await readLines(connection),
    days: await readDays(connection),
    hours,
  };
  const sql = await hoursSql(connection);
  await connection.run(`DROP TABLE ${daySums}`);
  const summing = connection.run(`CREATE TEMP TABLE bill_hours AS ${sql}`);
  try {
    return use(tables);
  } finally {
    await summing;
    Object.assign(hours, await readHours(connection));
  }
}

/** Creates `bill_lines`: the lines with their dimensions, and in `id` the number of these. */
async function createTables({ connection, providers }: Charges): Promise<void> {
  const dimensions = Object.entries(dimensionsIn(providers));
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE bill_lines AS
     SELECT *, ${numberSql(dimensions.map(([name]) => name))} AS id FROM (SELECT
       line, hour_key, last_day, first_start, last_end, ${dimensions.map(([name, sql]) => `${sql} AS ${name}`).join(', ')},
       "Tags" AS tag_text, "BillingAccountId" AS billing_account, "SubAccountName" AS account_name,
       "CommitmentDiscountName" AS commitment_name, "CommitmentDiscountCategory" AS commitment_category,
       "CommitmentDiscountType" AS commitment_type, "CommitmentDiscountUnit" AS commitment_unit,
       "count of CommitmentDiscountQuantity" AS quantities
     FROM ${lines} JOIN (
       SELECT set_tags, ${numberSql(['set_tags'])} AS tag_set FROM (SELECT DISTINCT "Tags" AS set_tags FROM ${lines})
     ) ON set_tags IS NOT DISTINCT FROM "Tags")`,
  );
}

/** In SQL: a number for each combination of values, from 0 on. */
function numberSql(columns: readonly string[]): string {
  return `CAST(dense_rank() OVER (ORDER BY ${columns.join(', ')}) - 1 AS INTEGER)`;
}

/** Unused commitments have no list prices, so they do not show whether their provider has some. */
async function readProviders({ connection, providers }: Charges): Promise<BillTables['providers']> {
  const rows = await columnRows(
    connection,
    `SELECT provider FROM ${lines} JOIN (SELECT line, provider FROM bill_lines) USING (line)
     WHERE "ChargeCategory" = 'Usage' AND "CommitmentDiscountStatus" IS DISTINCT FROM 'Unused'
     GROUP BY provider HAVING sum(listed_rows) = 0`,
  );
  const unpriced = new Set(rows.map(([provider]) => provider));
  return providers.map(({ id, name }) => ({ id, name, hasListPrices: !unpriced.has(id) }));
}

async function readAccounts(connection: DuckDBConnection): Promise<BillTables['accounts']> {
  const rows = await columnRows(
    connection,
    `SELECT provider, account, COALESCE(arg_max(account_name, (last_day, account_name)), account)
     FROM bill_lines WHERE account IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  return rows.map(([provider, id, name]) => {
    return { id: String(id), name: String(name), provider: String(provider) };
  });
}

async function readCommitments(connection: DuckDBConnection): Promise<BillTables['commitments']> {
  const isTerm = `category = 'Purchase' AND frequency = 'One-Time'`;
  // A purchase may have another unit; a sum of rows has a unit but no quantity if one of the rows has none.
  const isCommitted = 'status IS NOT NULL';
  const latest = (name: string) => `arg_max(${name}, (last_day, ${name}))`;
  const rows = await columnRows(
    connection,
    `SELECT provider, commitment, ${latest('commitment_name')}, max(commitment_category), ${latest('commitment_type')},
       COALESCE(max(commitment_unit) FILTER (${isCommitted} AND quantities > 0), max(commitment_unit) FILTER (${isCommitted})),
       max(billing_account), epoch_ms(min(first_start) FILTER (${isTerm})), epoch_ms(max(last_end) FILTER (${isTerm}))
     FROM bill_lines WHERE commitment IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  const longPeriods = await readLongPeriods(connection);
  return rows.map(
    ([provider, id, name, category, type, unit, billingAccount, start, end]): BilledCommitment => ({
      id: String(id),
      provider: String(provider),
      name: textOf(name),
      category: category as BilledCommitment['category'],
      type: textOf(type),
      unit: textOf(unit),
      billingAccount: textOf(billingAccount),
      term: start === null ? null : { start: Number(start), end: Number(end) },
      longPeriods: longPeriods.get(JSON.stringify([provider, id])) ?? [],
    }),
  );
}

/** Reads the charge periods of commitments that are longer than a day, by provider and id. */
async function readLongPeriods(
  connection: DuckDBConnection,
): Promise<ReadonlyMap<string, readonly LongPeriod[]>> {
  const seconds = 'max(epoch(sums.last_end) - epoch(sums.first_start))';
  // A part of a day counts as a day, but a day of local time can have an hour more.
  const days = `CAST(ceil((${seconds} - 3600) / 86400) AS INTEGER)`;
  const rows = await columnRows(
    connection,
    `SELECT provider, commitment, CAST(charge_day - DATE '1970-01-01' AS INTEGER), ${days}
     FROM ${daySums} AS sums JOIN bill_lines USING (line) WHERE commitment IS NOT NULL AND category = 'Usage' AND status IS NOT NULL
     GROUP BY 1, 2, 3 HAVING round(${seconds} / 86400) > 1 ORDER BY 1, 2, 3`,
  );
  const periods = new Map<string, LongPeriod[]>();
  for (const [provider, id, first, length] of rows) {
    const period = { first: Number(first), last: Number(first) + Number(length) - 1 };
    getOrInsert(periods, JSON.stringify([provider, id]), () => []).push(period);
  }
  return periods;
}

async function readLines(connection: DuckDBConnection): Promise<readonly BillLine[]> {
  const tags = await readTags(connection);
  const fields = Object.keys(dimensionsIn([])).map((name) => `'${name}', ${name}`);
  // Texts of many lines, since to read and parse each of them takes twice as long.
  const rows = await columnRows(
    connection,
    `SELECT '[' || string_agg(line, ',' ORDER BY id) || ']' FROM (
       SELECT DISTINCT id, CAST(json_object(${fields.join(', ')}) AS VARCHAR) AS line FROM bill_lines)
     GROUP BY id // 1000 ORDER BY min(id)`,
  );
  return rows.flatMap(([text]) => {
    const lines = JSON.parse(String(text)) as (Omit<BillLine, 'tags'> & { readonly tags: number })[];
    return lines.map((line) => ({ ...line, tags: tags[line.tags] as BillLine['tags'] }));
  });
}

/** Reads the distinct sets of tags, in the order of their numbers. */
async function readTags(connection: DuckDBConnection): Promise<readonly BillLine['tags'][]> {
  const rows = await columnRows(
    connection,
    `SELECT ${normalizedTags('tag_text')} FROM (SELECT DISTINCT tags, tag_text FROM bill_lines) ORDER BY tags`,
  );
  return rows.map(([text]) => JSON.parse(String(text)) as BillLine['tags']);
}

/** The costs of a day. */
const dayAmounts = {
  billed: Float64Array,
  effective: Float64Array,
  list: Float64Array,
  contracted: Float64Array,
};

async function readDays(connection: DuckDBConnection): Promise<BillDays> {
  // Several sums belong to one `id` and day if lines have the same dimensions, since an account or a commitment was renamed,
  // or if some prices of a line are known. Ids are numbers from 0 on.
  const [[repeated, sums] = []] = await columnRows(
    connection,
    `SELECT count(*) > max(id) + 1 OR (SELECT bool_or(is_mixed) FROM ${lines}), (SELECT count(*) FROM ${daySums}) FROM bill_lines`,
  );
  const sumOf = (sql: string) => double(repeated ? `sum(${sql})` : sql);
  const amounts = ['"BilledCost"', '"EffectiveCost"', '"ListCost"', '"ContractedCost"'].map(sumOf);
  const hasRun = `category = 'Usage' AND status IS DISTINCT FROM 'Unused'`;
  const unpriced = sumOf(`CASE WHEN ${hasRun} AND ${lacksPrice} THEN "ListCost" ELSE 0 END`);
  const quantity = 'CommitmentDiscountQuantity';
  // A sum of some rows would pass for that of all.
  const hasAll = repeated ? isComplete(quantity) : isWhole(quantity);
  const days = await columnValues(
    connection,
    `SELECT id, CAST(charge_day - DATE '1970-01-01' AS INTEGER), ${amounts.join(', ')},
       CASE WHEN ${hasAll} THEN ${sumOf(`"${quantity}"`)} ELSE 'NaN' END, ${unpriced}
     FROM ${daySums} JOIN bill_lines USING (line) ${repeated ? 'GROUP BY id, charge_day' : ''} ORDER BY id, charge_day`,
    { line: Int32Array, day: Int32Array, ...dayAmounts, quantity: Float64Array, unpriced: Float64Array },
    Number(sums),
  );
  for (const name of [...Object.keys(dayAmounts), 'unpriced'] as const)
    toMicros(days[name as keyof typeof dayAmounts]);
  return days;
}

/** In SQL: reads the files once more, if there is on-demand usage that a commitment could cover. */
async function hoursSql(connection: DuckDBConnection): Promise<string> {
  const series = `SELECT DISTINCT hour_key, min(id) OVER (PARTITION BY ${hourDimensions.join(', ')}) AS series
    FROM bill_lines WHERE category = 'Usage' AND commitment IS NULL AND (provider, service) IN (
      SELECT (provider, service) FROM bill_lines WHERE category = 'Usage' AND status IS NOT NULL)`;
  const [[hasListCosts] = []] = await columnRows(
    connection,
    `SELECT ${isComplete('ListCost')} FROM ${lines}`,
  );
  return hourSumsSql(series, hasListCosts === true);
}

async function readHours(connection: DuckDBConnection): Promise<BillHours> {
  const hours = await columnValues(
    connection,
    `SELECT series, hour, ${double('list')} FROM bill_hours ORDER BY series, hour`,
    { line: Int32Array, hour: Int32Array, list: Float64Array },
  );
  toMicros(hours.list);
  return hours;
}

async function columnRows(
  connection: DuckDBConnection,
  sql: string,
): Promise<readonly (readonly unknown[])[]> {
  return (await connection.runAndReadAll(sql)).getRowsJS();
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

const microsecondsPerHour = 3_600_000_000;

/**
 * Sums rows that cover at most one hour by series and hour.
 *
 * @param series selects `hour_key` and `series` for the keys whose rows are summed
 * @param hasListCosts whether every row has a list cost; if so, only that column of costs is read
 */
function hourSumsSql(series: string, hasListCosts: boolean): string {
  const list = hasListCosts ? '"ListCost"' : costSql('ListCost');
  return `SELECT series, CAST(epoch_us("ChargePeriodStart") // ${microsecondsPerHour} AS INTEGER) AS hour,
      sum(${list}) AS list
    FROM (
      SELECT *, ${hourKeySql} AS hour_key FROM focus_rows
      WHERE epoch_us("ChargePeriodEnd") - epoch_us("ChargePeriodStart") <= ${microsecondsPerHour})
    JOIN (${series}) USING (hour_key)
    GROUP BY ALL`;
}
