import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DuckDBConnection } from '@duckdb/node-api';
import { expect, onTestFinished, test, vi } from 'vitest';
import { csvOf, type FocusRow, usage } from '../../tests/support/bill/focus-files.js';
import {
  files,
  infoOf,
  parquet,
  select,
  selectCsv,
  selectRow,
} from '../../tests/support/bill/select-charges.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';
import { openCharges } from './open-charges.js';
import { limitProblem } from './problems/limit-problem.js';

/** The row as FOCUS 1.4 has it. */
function renamed(row: FocusRow): FocusRow {
  const { ProviderName, PublisherName, ...others } = row;
  return { ServiceProviderName: ProviderName ?? null, HostProviderName: 'Host', ...others };
}

test('reads ServiceProviderName in place of ProviderName', async () => {
  mkdirSync(files.path('later'));
  files.write('later/1.2.csv', csvOf([{ ...usage, InvoiceId: 'one' }]));
  files.write('later/1.4.csv', csvOf([renamed({ ...usage, ResourceId: 'vm-2' })]));
  const both = { ...renamed({ ...usage, ResourceId: 'vm-4' }), ProviderName: null };
  files.write('later/1.3.csv', csvOf([{ ...both, ContractApplied: '[]' }]));
  expect(await select(files.path('later'), 'provider_id, "ProviderName"')).toEqual(
    Array.from({ length: 3 }, () => ['provider_a', 'Provider A']),
  );
  const info = await infoOf(files.path('later'));
  expect(info).toMatchObject({ rows: 3, versions: ['1.2', '1.3', '1.4'] });
});

test('reads ServiceProviderName of Parquet, also in rows without ProviderName', async () => {
  const path = await parquet(
    'later.parquet',
    `${selectRow({ ServiceProviderName: "'Provider A'", ProviderName: "''" })} UNION ALL ${selectRow({ ServiceProviderName: "'Other'", ResourceId: "'vm-2'" })}`,
  );
  expect(await select(path, '"ProviderName"')).toEqual([['Provider A'], ['Provider A']]);
});

test('names the column that a file of FOCUS 1.4 has', async () => {
  const rows = [{ ...renamed(usage), ServiceProviderName: null }];
  await expect(selectCsv(rows, '1')).rejects.toThrow('row 2, column ServiceProviderName: empty.');
  const { ServiceProviderName: _, ...hosted } = renamed(usage);
  await expect(selectCsv([hosted], '1')).rejects.toThrow('it lacks ProviderName or ServiceProviderName. ');
});

test('names providers by cost, unless they are named', async () => {
  const rows = [
    usage,
    { ...usage, ProviderName: 'Provider B', PublisherName: 'Provider B', BilledCost: '30' },
    { ...usage, ProviderName: "Provider 'C'", PublisherName: "Provider 'C'", BilledCost: '20' },
  ];
  expect(await selectCsv(rows, 'provider_id, "ProviderName"')).toEqual([
    ['provider_a', 'Provider B'],
    ['provider_b', "Provider 'C'"],
    ['provider_c', 'Provider A'],
  ]);
  const providerIds = { 'Provider A': 'provider_a' };
  expect(await selectCsv(rows, 'provider_id, "ProviderName"', { providerIds })).toEqual([
    ['provider_a', 'Provider A'],
    ['provider_b', 'Provider B'],
    ['provider_c', "Provider 'C'"],
  ]);
  await expect(selectCsv(rows, '1', { providerIds: { Other: 'provider_a' } })).rejects.toThrow(
    "No row has the provider Other. The providers are Provider B, Provider 'C', Provider A.",
  );
});

test('takes the publisher with the highest cost for the provider if no publisher has its name', async () => {
  const rows = [
    { ...usage, PublisherName: 'Provider A, Inc.' },
    { ...usage, PublisherName: 'Provider A, Inc.', ResourceId: 'vm-2' },
    { ...usage, PublisherName: 'Vendor' },
  ];
  expect(await selectCsv(rows, '"PublisherName"')).toEqual([['Provider A'], ['Provider A'], ['Vendor']]);
});

test('invents no saving where prices are missing', async () => {
  const rows = [
    { ...usage, ContractedCost: null },
    { ...usage, ListCost: null },
    { ...usage, ListCost: null, ContractedCost: null },
    // Usage that cost something has no price of 0; an unused commitment and usage that is free have.
    { ...usage, ListCost: '0' },
    { ...usage, ListCost: '0', ContractedCost: '0' },
    {
      ...usage,
      ListCost: '0',
      ContractedCost: '0',
      CommitmentDiscountId: 'a',
      CommitmentDiscountStatus: 'unused',
    },
    { ...usage, BilledCost: '0', EffectiveCost: '0', ListCost: '0', ContractedCost: '0' },
    { ...usage, ListCost: '0', ContractedCost: '0', ChargeCategory: 'Tax' },
  ];
  expect(await selectCsv(rows, '"ListCost"::DOUBLE, "ContractedCost"::DOUBLE')).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [1, 1],
    [1, 1],
    [1.25, 1.25],
    [1.25, 1.25],
    [1.5, 1.5],
  ]);
  const { notes } = await infoOf(files.path('bill.csv'));
  expect(notes.slice(0, 2)).toEqual([
    'ListCost is not known (empty, or 0 beside a cost) of 4 of 6 usage rows of Provider A. ContractedCost, else EffectiveCost, takes its place. No savings rate is measured of them; coverage weighs them by that cost.',
    'ContractedCost is not known (empty, or 0 beside a cost) of 3 of 6 usage rows of Provider A. ListCost, else EffectiveCost, takes its place, so that they show no negotiated saving; measured_share_pct leaves them out.',
  ]);
});

test('describes what was read', async () => {
  const commitment = { CommitmentDiscountId: 'plan-1', CommitmentDiscountStatus: 'Used' };
  const path = files.write('info.csv', csvOf([usage, { ...usage, ...commitment, ServiceName: 'Database' }]));
  expect(await infoOf(path)).toEqual({
    files: [path],
    otherDatasets: [],
    rows: 2,
    versions: ['1.1'],
    period: { start: '2026-05-10T00:00:00Z', end: '2026-05-10T01:00:00Z' },
    currency: 'USD',
    providers: [{ id: 'provider_a', name: 'Provider A', rows: 2 }],
    accounts: 1,
    services: 2,
    commitments: 1,
    notes: [
      'Commitments with rows without CommitmentDiscountQuantity: 1. Their utilization is computed from EffectiveCost.',
    ],
  });
});

test('reads names with quotes and semicolons as names, not as SQL', async () => {
  const evil = `x'; DROP TABLE day_sums; --"`;
  mkdirSync(files.path("dir'; --"));
  const path = files.write(
    "dir'; --/b'ill.csv",
    csvOf([{ ...usage, [evil]: 'x', SubAccountId: evil, ProviderName: evil, PublisherName: evil }]),
  );
  expect(await select(path, '"SubAccountId", "ProviderName"')).toEqual([[evil, evil]]);
});

test('takes ~ and file: in a path for names, not for other places', async () => {
  files.write('bill.csv', csvOf([{ ...usage, SubAccountId: 'home' }]));
  vi.stubEnv('HOME', files.path('.'));
  const own = temporaryFolder('own');
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(own);
  for (const directory of ['~', 'file:']) {
    mkdirSync(directory);
    writeFileSync(join(directory, 'bill.csv'), csvOf([{ ...usage, SubAccountId: directory }]));
    expect(await select(`${directory}/bill.csv`, '"SubAccountId"')).toEqual([[directory]]);
    expect(await select(directory, '"SubAccountId"')).toEqual([[directory]]);
  }
});

test('allows the connection to read nothing but the files of the export', async () => {
  const { connection, close } = await openCharges([files.write('bill.csv', csvOf([usage]))]);
  onTestFinished(close);
  await expect(connection.run("SELECT * FROM read_text('/etc/hosts')")).rejects.toThrow('Permission Error');
  await expect(connection.run("SELECT * FROM 'https://example.com/a.csv'")).rejects.toThrow(
    'Permission Error',
  );
  await expect(connection.run(`COPY (SELECT 1) TO '${files.path('out.csv')}'`)).rejects.toThrow(
    'Permission Error',
  );
  await expect(connection.run('INSTALL httpfs')).rejects.toThrow('Permission Error');
  await expect(connection.run('SET enable_external_access = true')).rejects.toThrow();
});

test.each<[string, string | Uint8Array]>([
  ["our  bill's.csv", csvOf([{ ...usage, ServiceName: '', ChargePeriodStart: '2026-05-10' }])],
  ['minutes.csv', csvOf([{ ...usage, ChargePeriodStart: '2026-05-10T02:00+02:00' }])],
  ['bill.export', gzipSync(csvOf([usage]))],
  ['plain.csv.gz', csvOf([usage])],
  ['ServiceName=Key/bill.csv', csvOf([usage])],
  ['number-sign.csv', csvOf([{ ...usage, BillingAccountId: '#1' }, usage]).replace('"#1"', '#1')],
])('writes a statement that reads the same rows of %s in any DuckDB', async (name, content) => {
  mkdirSync(dirname(files.path(name)), { recursive: true });
  const statement = `SELECT provider_id, ServiceName, ChargePeriodStart, BilledCost FROM charges`;
  const charges = await openCharges([files.write(name, content)]);
  const expected = await rowsIn(charges.connection, statement);
  const source = charges.shortSourceSql(statement);
  charges.close();
  expect(expected[0]?.[2]).toBe('2026-05-10 00:00:00');

  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run("SET TimeZone = 'UTC'");
  expect(await rowsIn(connection, `WITH charges AS (${source}) ${statement}`)).toEqual(expected);
  connection.closeSync();
});

async function rowsIn(connection: DuckDBConnection, sql: string) {
  return (await connection.runAndReadAll(sql)).getRowsJson();
}

test('names a shortage of memory, and a directory that cannot be written', async () => {
  const path = files.write('bill.csv', csvOf([usage]));
  await expect(openCharges([path], { memoryLimit: '5MB' })).rejects.toThrow(
    "Reading the bill needs more memory than there is. Aggregate the bill first, with 'npx cloud-cost-contract data sql'.",
  );
  vi.stubEnv('TMPDIR', files.path('absent'));
  await expect(openCharges([path])).rejects.toThrow(/^Cannot write temporary files: ENOENT.* Set TMPDIR to/);
});

test.each([
  ['written', (path: string) => appendFileSync(path, '\n')],
  ['replaced', (path: string) => parquet(basename(path), selectRow({ BilledCost: "'2'" }))],
  ['removed', (path: string) => rmSync(path)],
])('refuses a file that was %s while it was read', async (_, change) => {
  const path = await parquet('changing.parquet', selectRow());
  const problem = `${path} was changed while it was read. Start again when it is complete.`;
  const charges = await openCharges([path]);
  charges.refuseChanges();
  await change(path);
  expect(() => charges.refuseChanges()).toThrow(problem);
  charges.close();
  await parquet('changing.parquet', selectRow());
  const reading = openCharges([path], {
    // Read after the first sums.
    get providerIds() {
      appendFileSync(path, '\n');
      return {};
    },
  });
  await expect(reading).rejects.toThrow(problem);
});

test('names a full disk', async () => {
  vi.stubEnv('TMPDIR', '/full');
  for (const message of [
    'IO Error: Could not write file "/full/rows-0.parquet": No space left on device',
    'Out of Memory Error: failed to offload data block of size 256.0 KiB (2.5 MiB/2.6 MiB used).',
  ]) {
    expect(limitProblem(new Error(message))?.message).toBe(
      'No space is left for temporary files in /full. Set TMPDIR to a directory with more space.',
    );
  }
});

test('removes its temporary files', async () => {
  mkdirSync(files.path('temporary'));
  vi.stubEnv('TMPDIR', files.path('temporary'));
  const temporary = () => readdirSync(files.path('temporary')).length;
  const charges = await openCharges([files.write('bill.csv', csvOf([usage]))]);
  expect(temporary()).toBe(1);
  charges.close();
  await expect(openCharges([files.write('bad.csv', 'a,b\n1,2\n')])).rejects.toThrow('not a FOCUS export');
  expect(temporary()).toBe(0);
  vi.unstubAllEnvs();
  expect(existsSync(files.path('bad.csv'))).toBe(true);
});
