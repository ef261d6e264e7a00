import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DuckDBConnection } from '@duckdb/node-api';
import { expect, test, vi } from 'vitest';
import { csvOf, type FocusRow, temporaryFiles, usage } from '../../tests/support/bill/focus-files.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';
import type { ChargesOptions } from './charges-options.js';
import { openCharges } from './open-charges.js';
import { limitProblem } from './problems/limit-problem.js';

const files = temporaryFiles();

/** Opens an export and selects from `charges`. */
async function select(paths: string | readonly string[], columns: string, options?: ChargesOptions) {
  const charges = await openCharges(typeof paths === 'string' ? [paths] : paths, options);
  try {
    const sql = `SELECT ${columns} FROM charges ORDER BY ALL`;
    return (await charges.connection.runAndReadAll(sql)).getRowsJson();
  } finally {
    charges.close();
  }
}

async function selectCsv(rows: readonly FocusRow[], columns: string, options?: ChargesOptions) {
  return select(files.write('bill.csv', csvOf(rows)), columns, options);
}

async function infoOf(...paths: string[]) {
  const charges = await openCharges(paths);
  charges.close();
  return charges.info;
}

/** Writes a Parquet file with DuckDB. */
async function parquet(name: string, select: string): Promise<string> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`COPY (${select}) TO '${files.path(name)}' (FORMAT parquet)`);
  connection.closeSync();
  return files.path(name);
}

/** A statement that selects a row of an export, for Parquet files. */
function selectRow(row: Readonly<Record<string, string>> = {}): string {
  const values = Object.entries(usage).map(([name, value]) => [
    name,
    value === null ? 'NULL::VARCHAR' : `'${value}'`,
  ]);
  const types = Object.fromEntries([...values, ...Object.entries(row)]);
  return `SELECT ${Object.entries(types)
    .map(([name, value]) => `${value} AS "${name}"`)
    .join(', ')}`;
}

test('reads CSV with a byte order mark, CRLF, quotes and line breaks in values', async () => {
  const text = csvOf([{ ...usage, SubAccountName: 'Café, "Web"\nShop' }]).replaceAll('\n', '\r\n');
  const path = files.write('quotes.csv', `\uFEFF${text}`);
  expect(await select(path, '"SubAccountName", "BilledCost"')).toEqual([
    ['Café, "Web"\r\nShop', '1.000000000000000000'],
  ]);
});

test.each(['', 'NULL', 'null', '\\N'])('takes the word "%s" for a missing value', async (word) => {
  expect(await selectCsv([{ ...usage, SubAccountId: word, Tags: word }], '"SubAccountId", "Tags"')).toEqual([
    [null, '{}'],
  ]);
});

test.each(['', 'NULL', 'null', '\\N'])(
  'takes the word "%s" of a Parquet file for a missing value',
  async (word) => {
    const names = [
      'SubAccountId',
      'CommitmentDiscountStatus',
      'CommitmentDiscountQuantity',
      'BillingPeriodEnd',
    ];
    const words = [...names, 'SkuPriceDetails'].map((name) => [name, `'${word}'`]);
    const path = await parquet('words.parquet', selectRow(Object.fromEntries(words)));
    const columns = `${names.map((name) => `"${name}"`).join(', ')}, platform`;
    expect(await select(path, columns)).toEqual([[null, null, null, null, null]]);
  },
);

test('reads numbers with signs, exponents and 18 digits after the point without rounding', async () => {
  const rows = ['-1.5E-7', '+2e3', '.5', '0.123456789012345678', '98765432109876543210.1'].map(
    (BilledCost) => ({ ...usage, BilledCost, ResourceId: BilledCost }),
  );
  expect((await selectCsv(rows, '"BilledCost"')).flat()).toEqual([
    '-0.000000150000000000',
    '0.123456789012345678',
    '0.500000000000000000',
    '2000.000000000000000000',
    '98765432109876543210.100000000000000000',
  ]);
});

test.each([
  ['2026-05-10T00:00:00Z', '2026-05-10 00:00:00'],
  ['2026-05-10T02:00:00+02:00', '2026-05-10 00:00:00'],
  ['2026-05-10 02:00:00+02', '2026-05-10 00:00:00'],
  ['2026-05-09T19:00:00.000-0500', '2026-05-10 00:00:00'],
  ['2026-05-10T00:00:00+00:00', '2026-05-10 00:00:00'],
  ['2026-05-10 00:00:00', '2026-05-10 00:00:00'],
  ['2026-05-10T00:00:00.000', '2026-05-10 00:00:00'],
  ['2026-05-10 00:00:00 UTC', '2026-05-10 00:00:00'],
  ['2026-05-10', '2026-05-10 00:00:00'],
  ['2026-05-10T00:00Z', '2026-05-10 00:00:00'],
  ['2026-05-10T02:00+02:00', '2026-05-10 00:00:00'],
  ['2026-05-10 02:00+02', '2026-05-10 00:00:00'],
  ['2026-05-10 00:00', '2026-05-10 00:00:00'],
  ['2026-05-10T02:00:00+02:00 ', '2026-05-10 00:00:00'],
  ['2026-05-10T02:00:30+02:00:30', '2026-05-10 00:00:00'],
])('reads the time %s', async (ChargePeriodStart, expected) => {
  expect(await selectCsv([{ ...usage, ChargePeriodStart }], '"ChargePeriodStart"')).toEqual([[expected]]);
});

test('reads columns in any order and letter case, and ignores others', async () => {
  const names = [...Object.keys(usage), 'x_Own'].reverse();
  const text = csvOf([{ ...usage, x_Own: 'ignored' }], names);
  const [header = '', ...lines] = text.split('\n');
  const path = files.write('order.csv', [header.toLowerCase(), ...lines].join('\n'));
  expect(await select(path, '"ServiceName", "ListCost"')).toEqual([['Compute', '1.500000000000000000']]);
});

test('normalizes the letter case of known words', async () => {
  const row = { ...usage, ChargeCategory: 'usage', ChargeFrequency: 'Usage-based' };
  expect(await selectCsv([row], '"ChargeCategory", "ChargeFrequency"')).toEqual([['Usage', 'Usage-Based']]);
});

test('reads gzipped CSV, also of several members', async () => {
  const [header = '', line = ''] = csvOf([usage]).split('\n');
  const other = line.replace('vm-1', 'vm-2');
  const path = files.write(
    'two.csv.gz',
    Buffer.concat([gzipSync(`${header}\n${line}\n`), gzipSync(`${other}\n`)]),
  );
  expect(await select(path, '"ResourceId"')).toEqual([['vm-1'], ['vm-2']]);
});

test('reads a directory of monthly files with different columns', async () => {
  mkdirSync(files.path('months/BILLING_PERIOD=2026-05'), { recursive: true });
  files.write('months/BILLING_PERIOD=2026-05/a.csv', csvOf([usage]));
  const names = Object.keys(usage).filter((name) => name !== 'Tags');
  const invoiced = csvOf([{ ...usage, ResourceId: 'vm-2', InvoiceId: 'INV-1' }], [...names, 'InvoiceId']);
  files.write('months/b.csv.gz', gzipSync(invoiced));
  files.write('months/manifest.json', '{}');
  symlinkSync(files.path('absent.csv'), files.path('months/old.csv'));
  await parquet('months/c.parquet', selectRow({ ResourceId: "'vm-3'" }));
  const info = await infoOf(files.path('months'));
  expect(info).toMatchObject({ rows: 3, versions: ['1.1', '1.2'] });
  expect(info.notes).toContain(
    `Column Tags is missing in ${files.path('months/b.csv.gz')}: tags are not known.`,
  );
  expect((await infoOf(files.path('months/*.csv.gz'))).rows).toBe(1);
  expect((await infoOf(files.path('months'), files.path('months/b.csv.gz'))).rows).toBe(3);
});

test('skips files of a directory that programs write beside the data', async () => {
  const others = ['_temporary/0/a.csv', '_b.csv', '._a.csv', '.hidden/c.csv', 'a.csv.zip', 'a.csv.sha256'];
  for (const name of ['a.csv', ...others]) {
    mkdirSync(dirname(files.path(`_own/.data/${name}`)), { recursive: true });
    files.write(`_own/.data/${name}`, csvOf([usage]));
  }
  expect((await infoOf(files.path('_own/.data'))).files.map((file) => basename(file))).toEqual(['a.csv']);
});

test('reads the types of Parquet files', async () => {
  const path = await parquet(
    'types.parquet',
    selectRow({
      SubAccountId: '111111111111::BIGINT',
      BillingAccountId: '999999999999.0::DOUBLE',
      ChargePeriodStart: "TIMESTAMPTZ '2026-05-10 02:00:00+02'",
      ChargePeriodEnd: "TIMESTAMP_NS '2026-05-10 01:00:00'",
      BillingPeriodStart: "DATE '2026-05-01'",
      BilledCost: '0.1::DOUBLE',
      EffectiveCost: '0.1::FLOAT',
      ListCost: '0.25::DECIMAL(38,20)',
      ContractedCost: '1::INTEGER',
      Tags: "MAP {'team': 'web', 'unset': NULL}",
    }),
  );
  const columns =
    '"SubAccountId", "BillingAccountId", "ChargePeriodStart", "ChargePeriodEnd", "BillingPeriodStart", "BilledCost", "EffectiveCost", "ListCost", "ContractedCost", "Tags"';
  expect(await select(path, columns)).toEqual([
    [
      '111111111111',
      '999999999999',
      '2026-05-10 00:00:00',
      '2026-05-10 01:00:00',
      '2026-05-01 00:00:00',
      '0.100000000000000000',
      '0.100000000000000000',
      '0.250000000000000000',
      '1.000000000000000000',
      '{"team":"web"}',
    ],
  ]);
});

test.each([
  ['99999999999999999999::DECIMAL(38,0)', '99999999999999999999.000000000000000000'],
  ["'-99999999999999999999'", '-99999999999999999999.000000000000000000'],
  ['1.25::DECIMAL(38,18)', '1.250000000000000000'],
  ['1.25::DECIMAL(38,19)', '1.250000000000000000'],
])('reads the amount %s of a Parquet file', async (BilledCost, expected) => {
  const path = await parquet('amount.parquet', selectRow({ BilledCost }));
  expect(await select(path, '"BilledCost"')).toEqual([[expected]]);
});

test.each([
  "[{'key': 'team', 'value': 'web'}, {'key': 'unset', 'value': NULL}]",
  "[{'Key': 'team', 'Value': 'web'}]",
  "{'team': 'web', 'unset': NULL}",
  "[{'key': 'team', 'value': 'web', 'type': 'tag', 'inherited': true, 'namespace': 'org'}]",
  "[{'value': 'web', 'key': 'team', 'inherited': false}, {'value': 'data', 'key': 'team', 'inherited': true}]",
  "[{'key': 'team', 'value': 'web', 'type': 'label'}, {'key': 'team', 'value': 'web', 'type': 'project'}]",
  "[{'key': 'team', 'value': 'web', 'x_inherited': false}, {'key': 'team', 'value': 'data', 'x_inherited': true}]",
  '\'[{"key":"team","value":"web"}]\'::JSON',
])('reads the tags %s of Parquet files', async (Tags) => {
  expect(await select(await parquet('tags.parquet', selectRow({ Tags })), '"Tags"')).toEqual([
    ['{"team":"web"}'],
  ]);
});

test('finds version 1.0 also if it has a column of 1.2', async () => {
  const { CommitmentDiscountQuantity: _, ...earlier } = usage;
  const path = files.write('typed.csv', csvOf([{ ...earlier, BillingAccountType: 'Account' }]));
  expect((await infoOf(path)).versions).toEqual(['1.0']);
  const later = files.write('priced.csv', csvOf([{ ...earlier, PricingCurrency: 'DBU' }]));
  expect((await infoOf(later)).versions).toEqual(['1.2']);
});

test('reads empty tags of Parquet files', async () => {
  const forms = [
    '[]::STRUCT(key VARCHAR, value VARCHAR)[]',
    'NULL::STRUCT(key VARCHAR, value VARCHAR)[]',
    'MAP {}',
    'NULL::MAP(VARCHAR, VARCHAR)',
  ];
  for (const Tags of forms) {
    const path = await parquet('tags.parquet', selectRow({ Tags }));
    expect(await select(path, '"Tags"'), Tags).toEqual([['{}']]);
  }
});

test('reads tags that are objects, lists or empty in the rows of one file', async () => {
  const forms = [
    '{"team":"web"}',
    '[{"key":"team","value":"web","type":"tag","inherited":false,"namespace":"org"}]',
    '[{"Key":"team","Value":"web"},{"Key":"unset","Value":null}]',
    '{}',
    '[]',
    'null',
    null,
  ];
  const rows = forms.map((Tags, i) => ({ ...usage, Tags, ResourceId: `vm-${i}` }));
  const tags = [...Array(3).fill('{"team":"web"}'), ...Array(4).fill('{}')];
  expect(await selectCsv(rows, '"Tags"')).toEqual(tags.map((one) => [one]));
});

test('writes the values of tags as texts', async () => {
  const Tags = '{"a": true, "b": 1.5, "c": {"d": 1}, "e": null, "ü \\"x\\"": "y"}';
  expect(await selectCsv([{ ...usage, Tags }], '"Tags"')).toEqual([
    ['{"a":"true","b":"1.5","c":"{\\"d\\":1}","ü \\"x\\"":"y"}'],
  ]);
});

test('finds the usage type and the platform', async () => {
  const rows = [
    {
      ...usage,
      SkuId: 'sku',
      SkuMeter: 'meter',
      x_UsageType: 'own',
      SkuPriceDetails: '{"OperatingSystem": "Linux", "InstanceSeries": "m5"}',
    },
    {
      ...usage,
      SkuId: 'sku',
      SkuMeter: 'meter',
      x_UsageType: null,
      SkuPriceDetails: '{"InstanceSeries": "m5"}',
    },
    { ...usage, SkuId: 'sku', SkuMeter: null, x_UsageType: null, SkuPriceDetails: null },
  ];
  expect(await selectCsv(rows, 'usage_type, platform')).toEqual([
    ['meter', 'm5'],
    ['own', 'Linux'],
    ['sku', null],
  ]);
});

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
  process.chdir(own);
  try {
    for (const directory of ['~', 'file:']) {
      mkdirSync(directory);
      writeFileSync(join(directory, 'bill.csv'), csvOf([{ ...usage, SubAccountId: directory }]));
      expect(await select(`${directory}/bill.csv`, '"SubAccountId"')).toEqual([[directory]]);
      expect(await select(directory, '"SubAccountId"')).toEqual([[directory]]);
    }
  } finally {
    process.chdir(before);
    vi.unstubAllEnvs();
  }
});

test('allows the connection to read nothing but the files of the export', async () => {
  const { connection, close } = await openCharges([files.write('bill.csv', csvOf([usage]))]);
  try {
    await expect(connection.run("SELECT * FROM read_text('/etc/hosts')")).rejects.toThrow('Permission Error');
    await expect(connection.run("SELECT * FROM 'https://example.com/a.csv'")).rejects.toThrow(
      'Permission Error',
    );
    await expect(connection.run(`COPY (SELECT 1) TO '${files.path('out.csv')}'`)).rejects.toThrow(
      'Permission Error',
    );
    await expect(connection.run('INSTALL httpfs')).rejects.toThrow('Permission Error');
    await expect(connection.run('SET enable_external_access = true')).rejects.toThrow();
  } finally {
    close();
  }
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
    "Reading the bill needs more memory than there is. Aggregate the bill first, with 'cost-contract data sql'.",
  );
  vi.stubEnv('TMPDIR', files.path('absent'));
  await expect(openCharges([path])).rejects.toThrow(/^Cannot write temporary files: ENOENT.* Set TMPDIR to/);
  vi.unstubAllEnvs();
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
  vi.unstubAllEnvs();
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
