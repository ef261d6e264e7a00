import { mkdirSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { runInDuckDb } from '../../../tests/support/bill/duckdb.js';
import { csvOf, type FocusRow, temporaryFiles, usage } from '../../../tests/support/bill/focus-files.js';
import type { ChargesOptions } from '../charges-options.js';
import { openCharges } from '../open-charges.js';

const files = temporaryFiles();

/** Two charges on each of the first days of May. */
function daysOfMay(count: number, changed: FocusRow = {}): readonly FocusRow[] {
  return Array.from({ length: count }, (_, index) => {
    const day = (date: number) => `2026-05-${String(date).padStart(2, '0')}T00:00:00Z`;
    const period = { ChargePeriodStart: day(index + 1), ChargePeriodEnd: day(index + 2) };
    return [
      { ...usage, ...period, ...changed },
      { ...usage, ...period, ResourceId: 'vm-2', ...changed },
    ];
  }).flat();
}

/** Writes files into a directory of their own, each modified an hour after the one before. */
function folder(name: string, content: Readonly<Record<string, readonly FocusRow[]>>): string {
  for (const [index, [file, rows]] of Object.entries(content).entries()) {
    mkdirSync(dirname(files.path(`${name}/${file}`)), { recursive: true });
    files.write(`${name}/${file}`, csvOf(rows));
    const time = 1_780_000_000 + 3600 * index;
    utimesSync(files.path(`${name}/${file}`), time, time);
  }
  return files.path(name);
}

async function opened(path: string, options: ChargesOptions = {}) {
  const result = await openCharges([path], options).then(
    async (charges) => {
      const sum = 'SELECT CAST(sum("BilledCost") AS DOUBLE), count(*)::INTEGER FROM charges';
      const [[billed, rows] = []] = (await charges.connection.runAndReadAll(sum)).getRowsJS();
      charges.close();
      return { billed, rows, notes: charges.info.notes, files: charges.info.files.length };
    },
    (error: Error) => error.message,
  );
  return JSON.parse(JSON.stringify(result).replaceAll(`${path}/`, '')) as typeof result;
}

const wouldCount =
  'Such rows differ only in amounts, ids of invoices or x_ columns, and would count twice. Remove the outdated files, leave them out with --newest-file-wins, or pass --allow-repeated-rows if both were charged.';

test('refuses exports of a month to date, and reads the newest if it wins', async () => {
  const path = folder('to-date', {
    'may-3.csv': daysOfMay(3, { BilledCost: '0.9' }),
    'may-5.csv': daysOfMay(5),
  });
  expect(await opened(path)).toBe(
    `may-3.csv and may-5.csv have the same charges: 6 rows of 2026-05-01 to 2026-05-03, with BilledCost 5.40 and EffectiveCost 6.00 USD. ${wouldCount}`,
  );
  expect(await opened(path, { newestFileWins: true })).toMatchObject({
    billed: 10,
    rows: 10,
    files: 1,
    notes: ['may-3.csv is left out, since may-5.csv, modified later, has the same charges.'],
  });
  expect(await opened(path, { allowRepeatedRows: true })).toMatchObject({ rows: 16, files: 2 });
});

test('refuses a month as CSV and as Parquet', async () => {
  const rows = daysOfMay(4);
  const path = folder('formats', { 'may.csv': rows });
  await runInDuckDb(
    `COPY (SELECT * REPLACE (CAST("BilledCost" AS DOUBLE) AS "BilledCost", CAST("ChargePeriodStart" AS TIMESTAMP) AS "ChargePeriodStart",
       MAP {'team': 'web'} AS "Tags") FROM read_csv('${path}/may.csv', all_varchar = true)) TO '${path}/may.parquet' (FORMAT parquet)`,
  );
  expect(await opened(path)).toMatch(/^may\.csv and may\.parquet have the same charges: 8 rows of /);
  const newest = await opened(path, { newestFileWins: true });
  expect(newest).toMatchObject({ billed: 8, rows: 8, files: 1 });
});

test.each<[string, FocusRow, FocusRow]>([
  ['of another version', { SkuMeter: 'hours', SkuId: 'sku-1' }, {}],
  ['with ids of invoices', { InvoiceId: null, x_Run: '1' }, { InvoiceId: 'inv-1', x_Run: '2' }],
  ['with other names', { SubAccountName: 'Web' }, { SubAccountName: 'Web shop' }],
  ['with corrected amounts', { EffectiveCost: '2', ListCost: '2' }, { EffectiveCost: '3', ListCost: '3' }],
])('refuses a month again, %s', async (name, one, other) => {
  const path = folder(name.replaceAll(' ', '-'), {
    'a.csv': daysOfMay(4, one),
    'b.csv': daysOfMay(4, other),
  });
  expect(await opened(path)).toMatch(/^a\.csv and b\.csv have the same charges: 8 rows of /);
});

test('refuses deliveries in parts, each in a directory, by the names of the directories', async () => {
  const path = folder('parts', {
    ...Object.fromEntries(
      [0, 1, 2, 3, 4].map((file) => [
        `run-1/part-${file}.csv`,
        daysOfMay(20).filter((_, index) => index % 5 === file),
      ]),
    ),
    ...Object.fromEntries(
      [0, 1, 2, 3, 4].map((file) => [
        `run-2/part-${file}.csv`,
        daysOfMay(20, { EffectiveCost: '2' }).filter((_, index) => Math.floor(index / 8) === file),
      ]),
    ),
  });
  expect(await opened(path)).toMatch(/^run-1 and run-2 have the same charges: 40 rows of /);
  expect(await opened(path, { newestFileWins: true })).toMatchObject({ billed: 40, rows: 40, files: 5 });
});

test('reads parts of one export, some of whose rows are equal but for amounts', async () => {
  const tiers = (tier: string) =>
    daysOfMay(10, { BilledCost: tier, ResourceId: 'storage' }).filter((_, index) => index % 2 === 0);
  const own = (name: string) =>
    daysOfMay(10).map((row) => ({ ...row, ResourceId: `${name} ${row.ResourceId}` }));
  const path = folder('tiers', {
    'part-1.csv': [...own('a'), ...own('b'), ...tiers('1').slice(0, 3)],
    'part-2.csv': [...own('c'), ...own('d'), ...tiers('2').slice(0, 3)],
  });
  expect(await opened(path)).toMatchObject({ rows: 86, notes: [] });
});

test('reads parts of one export whose rows are equal in every part', async () => {
  const shared = (cost: number) =>
    daysOfMay(8, { BilledCost: String(cost), ResourceId: null, x_Meter: `${cost}` });
  const numbered = (rows: readonly FocusRow[]) => rows.map((row, index) => ({ ...row, x_Row: `${index}` }));
  const path = folder('aggregated', {
    'part-1.csv': numbered([...shared(1), ...shared(2)]),
    'part-2.csv': numbered([...shared(3), ...shared(4)]),
  });
  expect(await opened(path)).toMatchObject({ rows: 64 });
});

test('reads files of a day each, with the tax of the month in each', async () => {
  const tax = {
    ...usage,
    ChargePeriodStart: '2026-05-01T00:00:00Z',
    ChargePeriodEnd: '2026-06-01T00:00:00Z',
    ChargeCategory: 'Tax',
    ResourceId: null,
  };
  const days = daysOfMay(10);
  const ofDay = (index: number) =>
    Array.from({ length: 12 }, (_, vm) => ({ ...(days[2 * index] as FocusRow), ResourceId: `vm-${vm}` }));
  const path = folder('days', {
    'day-2.csv': [...ofDay(1), { ...tax, BilledCost: '0.1' }],
    'day-3.csv': [...ofDay(2), { ...tax, BilledCost: '0.2' }],
  });
  expect(await opened(path)).toMatchObject({ rows: 26 });
});

test('the newest file cannot win if another has days of its own, or the same time', async () => {
  const path = folder('windows', {
    'a.csv': daysOfMay(5),
    'b.csv': daysOfMay(7, { BilledCost: '2' }).slice(4),
  });
  expect(await opened(path, { newestFileWins: true })).toBe(
    'a.csv is older than b.csv, but only it has charges of 2026-05-01, 2026-05-02, so --newest-file-wins cannot leave it out. Remove the rows that are outdated from it.',
  );
  utimesSync(`${path}/a.csv`, 1, 1);
  utimesSync(`${path}/b.csv`, 1, 1);
  expect(await opened(path, { newestFileWins: true })).toBe(
    'a.csv and b.csv have the same charges, and were modified at the same time, so --newest-file-wins cannot choose. Remove one.',
  );
});

test('the newest of three files wins, and files of other months are read', async () => {
  const april = { BillingPeriodStart: '2026-04-01T00:00:00Z', BillingPeriodEnd: '2026-05-01T00:00:00Z' };
  const path = folder('three', {
    'april.csv': [{ ...usage, ...april, ChargePeriodStart: '2026-04-10', ChargePeriodEnd: '2026-04-11' }],
    'may-1.csv': daysOfMay(2),
    'may-2.csv': daysOfMay(3, { BilledCost: '2' }),
    'may-3.csv': daysOfMay(4, { BilledCost: '3' }),
  });
  expect(await opened(path)).toMatch(
    /^may-1\.csv and may-2\.csv have .*; may-1\.csv and may-3\.csv have .*; may-2\.csv and may-3\.csv have /,
  );
  expect(await opened(path, { newestFileWins: true })).toMatchObject({ billed: 25, rows: 9, files: 2 });
});
