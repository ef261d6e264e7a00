import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openCharges } from '../../../src/focus/open-charges.js';
import {
  engines,
  type FocusVersion,
  focusVersions,
  mapColumns,
} from '../../../src/focus/rows/compact-engines.js';
import { type CompactOptions, compactSql } from '../../../src/focus/rows/compact-sql.js';
import { runInDuckDb, tablesIn } from '../../../tests/support/bill/duckdb.js';
import { focusCsv } from '../../../tests/support/bill/focus-csv.js';
import { csvOf, temporaryFiles, usage } from '../../../tests/support/bill/focus-files.js';
import type { FocusRow } from '../../../tests/support/bill/tables-of.js';
import { variedRows, withoutSomeQuantities } from '../../../tests/support/bill/varied-rows.js';
import { random } from '../../../tests/support/random.js';

const files = temporaryFiles();

const tablesOf = (path: string) => tablesIn([path]);

const rowsOf = (csv: string) =>
  `read_csv('${csv}', types = {'Tags': 'VARCHAR', 'SkuPriceDetails': 'VARCHAR', 'SkuMeter': 'VARCHAR'})`;

/** Aggregates a CSV file with plain DuckDB. */
async function compacted(csv: string, options: Partial<CompactOptions> = {}): Promise<string> {
  const given = { source: rowsOf(csv), version: '1.2', maps: [], hasUsageType: false, ...options } as const;
  await runInDuckDb(
    `COPY (${compactSql({ engine: 'duckdb', ...given })}) TO '${files.path('compact.parquet')}'`,
  );
  return files.path('compact.parquet');
}

function writeBill(name: string, charges: readonly FocusRow[]): string {
  const [header, ...rows] = focusCsv(charges).trimEnd().split('\n');
  // These rows have a SKU and no meter.
  return files.write(name, [`${header},SkuMeter`, ...rows.map((row) => `${row},`)].join('\n'));
}

const bill = writeBill('bill.csv', variedRows);
const tables = await tablesOf(bill);

test('the compact form leads to the same sums as the rows', async () => {
  expect(tables.hours.line.length).toBeGreaterThan(100);
  expect(await tablesOf(await compacted(bill))).toEqual(tables);
});

test('the compact form has the same prices that are not known', async () => {
  const unpriced = { ListCost: 0, ContractedCost: 0 };
  const rows = variedRows.map((row) =>
    row.CommitmentDiscountStatus === 'Used' || row.ProviderName === 'Provider B'
      ? { ...row, EffectiveCost: 1, ...unpriced }
      : row,
  );
  const path = writeBill('unpriced.csv', rows);
  const expected = await tablesOf(path);
  expect(expected.providers.find(({ name }) => name === 'Provider B')?.hasListPrices).toBe(false);
  expect(await tablesOf(await compacted(path))).toEqual(expected);
});

test('the compact form has prices that are known of a part of the rows of a sum', async () => {
  const rows = variedRows.map((row, i) => ({
    ...row,
    ...(i % 3 === 0 ? { ListCost: null } : {}),
    ...(i % 5 === 0 ? { ContractedCost: null } : {}),
  }));
  const path = writeBill('partly-priced.csv', rows);
  const expected = await tablesOf(path);
  expect(expected.days.unpriced.some((cost, i) => cost > 0 && cost < (expected.days.list[i] ?? 0))).toBe(
    true,
  );
  expect(await tablesOf(await compacted(path))).toEqual(expected);
});

test('the compact form reads each word for a missing value in a CSV file', async () => {
  const words = ['', 'NULL', 'null', '\\N'];
  // Thousands of rows: every column that lacks values has each of the words.
  const draw = random(1);
  const text = readFileSync(bill, 'utf8')
    .replaceAll(/(?<=,)(?=,|\n)/g, () => words[draw(words.length)] as string)
    .replaceAll(/:00(?:\.000)?Z/g, 'Z');
  const path = files.write("june's (1).csv.gz", gzipSync(text));
  expect(await tablesOf(path)).toEqual(tables);
  expect(await tablesOf(await compacted(path, { source: path }))).toEqual(tables);
});

test('the compact form reads the path of a Parquet file', async () => {
  const path = files.path('words.parquet');
  const absent = [
    'SubAccountId',
    'RegionId',
    'ChargeClass',
    'CommitmentDiscountId',
    'CommitmentDiscountStatus',
  ];
  const words = absent.map((name) => `COALESCE(${name}, 'null') AS ${name}`);
  await runInDuckDb(`COPY (SELECT * REPLACE (${words.join(', ')}) FROM ${rowsOf(bill)}) TO '${path}'`);
  expect(await tablesOf(await compacted(bill, { source: path }))).toEqual(tables);
});

test('a sum of the compact form has no quantity if one of its rows has none', async () => {
  const path = writeBill('quantities.csv', withoutSomeQuantities);
  expect(await tablesOf(await compacted(path))).toEqual(await tablesOf(path));
});

test('the compact form of the compact form is the same', async () => {
  const once = await compacted(bill);
  const source = `(SELECT *, '' AS SkuMeter, '' AS SkuId FROM '${once}')`;
  const twice = await compacted(bill, { source, hasUsageType: true });
  expect(await tablesOf(twice)).toEqual(tables);
});

test('the compact form has fewer rows and no resources', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    ...usage,
    ChargePeriodStart: `2026-05-10T${String(hour).padStart(2, '0')}:00:00Z`,
    ChargePeriodEnd: new Date(Date.UTC(2026, 4, 10, hour + 1)).toISOString(),
    ResourceId: `vm-${hour}`,
    SkuMeter: null,
    SkuId: 'sku',
    SkuPriceDetails: null,
    CommitmentDiscountName: null,
  }));
  const path = files.write('hours.csv', csvOf(hours));
  const charges = await openCharges([await compacted(path)]);
  charges.close();
  expect(charges.info).toMatchObject({ rows: 1, period: { end: '2026-05-11T00:00:00Z' } });
});

test('the compact form has the usage type of the column x_UsageType', async () => {
  const text = readFileSync(bill, 'utf8').trimEnd();
  const [header, ...rows] = text
    .split('\n')
    .map((line, i) => `${line},${['x_UsageType', 'hours', ''][i] ?? 'bytes'}`);
  const path = files.write('usage-types.csv', [header, ...rows].join('\n'));
  const expected = await tablesOf(path);
  expect(new Set(expected.lines.map(({ usageType }) => usageType))).toContain('bytes');
  expect(await tablesOf(await compacted(path, { hasUsageType: true }))).toEqual(expected);
  expect(await tablesOf(await compacted(path))).not.toEqual(expected);
});

test('the compact form of an export that lacks columns leads to the same figures', async () => {
  const { Tags, ...others } = Object.fromEntries(
    Object.entries(usage).filter(([name]) => !/^(Publisher|Region|Commitment|ChargeClass)/.test(name)),
  );
  const path = files.write('few.csv', csvOf([others, { ...others, ServiceName: 'Database' }]));
  for (const version of focusVersions) {
    const compact = await compacted(path, { source: path, version });
    expect(await tablesOf(compact)).toEqual(await tablesOf(path));
  }
  const { ProviderName, ...unnamed } = others;
  const renamed = { ...unnamed, Tags: Tags ?? null, ServiceProviderName: ProviderName ?? null };
  const newer = files.write('newer.csv', csvOf([renamed]));
  expect(await tablesOf(await compacted(newer, { source: newer, version: '1.4' }))).toEqual(
    await tablesOf(newer),
  );
});

test('the compact form of the example leads to the same figures', async () => {
  const source = 'docs/examples/bill/costs.csv';
  expect(await tablesOf(await compacted(source, { source, version: '1.1' }))).toEqual(await tablesOf(source));
});

test.each<[FocusVersion, RegExp]>([
  ['1.2', /^ {4}NULLIF.*ProviderName AS.* AS provider,$/m],
  ['1.3', /^ {4}COALESCE\(NULLIF.*ProviderName AS.*ServiceProviderName AS.* AS provider,$/m],
  ['1.4', /^ {4}NULLIF.*ServiceProviderName AS.* AS provider,$/m],
])('reads the provider of FOCUS %s in another engine', (version, provider) => {
  const sql = compactSql({ engine: 'trino', source: 'bills', version, maps: [], hasUsageType: false });
  expect(sql).toMatch(provider);
  expect(sql.includes('PublisherName')).toBe(version !== '1.4');
});

test('does not use columns that a version lacks', () => {
  for (const version of focusVersions) {
    const sql = compactSql({
      engine: 'spark',
      source: 'bills',
      version,
      maps: [],
      hasUsageType: false,
    });
    expect(/CommitmentDiscountQuantity|SkuMeter/.test(sql)).toBe(version !== '1.0');
  }
});

test('the compact form reads columns that are maps', async () => {
  const mapOf = (name: string) => `json_transform(NULLIF(${name}, ''), '"MAP(VARCHAR, VARCHAR)"') AS ${name}`;
  const source = `(SELECT * REPLACE (${mapColumns.map(mapOf).join(', ')}) FROM ${rowsOf(bill)})`;
  expect(tables.lines.some(({ platform }) => platform !== null)).toBe(true);
  expect(await tablesOf(await compacted(bill, { source, maps: mapColumns }))).toEqual(tables);
});

test.each(engines)('reads tags that are a map in %s', (engine) => {
  const sql = compactSql({ engine, source: 'bills', version: '1.2', maps: ['Tags'], hasUsageType: false });
  expect(sql).toMatch(/json.*\(Tags|toJSONString\(Tags/i);
  for (const type of ['VARCHAR', 'STRING', 'Nullable']) expect(sql).not.toContain(`CAST(Tags AS ${type}`);
  expect(sql).toContain('CAST(SkuPriceDetails AS');
});

test('Spark compares times that are texts as times', () => {
  const sql = compactSql({ engine: 'spark', source: 'bills', version: '1.2', maps: [], hasUsageType: false });
  for (const name of ['ChargePeriodStart', 'ChargePeriodEnd', 'BillingPeriodStart'])
    expect(sql).toContain(`CAST(${name} AS TIMESTAMP) AS`);
});

test('the compact form of prices that are texts has the price of another column', async () => {
  const path = files.path('prices.parquet');
  const prices = ['ListCost', 'ContractedCost'].map((name) => `CAST(${name} AS VARCHAR) AS ${name}`);
  await runInDuckDb(`COPY (SELECT * REPLACE (${prices.join(', ')}) FROM ${rowsOf(bill)}) TO '${path}'`);
  expect(await tablesOf(await compacted(bill, { source: path }))).toEqual(tables);
});
