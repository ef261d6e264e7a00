import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { csvOf, usage } from '../../tests/support/bill/focus-files.js';
import {
  files,
  infoOf,
  parquet,
  select,
  selectCsv,
  selectRow,
} from '../../tests/support/bill/select-charges.js';

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
  '2026-05-10T00:00:00Z',
  '2026-05-10T02:00:00+02:00',
  '2026-05-10 02:00:00+02',
  '2026-05-09T19:00:00.000-0500',
  '2026-05-10T00:00:00+00:00',
  '2026-05-10 00:00:00',
  '2026-05-10T00:00:00.000',
  '2026-05-10 00:00:00 UTC',
  '2026-05-10',
  '2026-05-10T00:00Z',
  '2026-05-10T02:00+02:00',
  '2026-05-10 02:00+02',
  '2026-05-10 00:00',
  '2026-05-10T02:00:00+02:00 ',
  '2026-05-10T02:00:30+02:00:30',
])('reads the time %s', async (ChargePeriodStart) => {
  expect(await selectCsv([{ ...usage, ChargePeriodStart }], '"ChargePeriodStart"')).toEqual([
    ['2026-05-10 00:00:00'],
  ]);
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
