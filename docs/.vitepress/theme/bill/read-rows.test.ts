import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openCharges } from '../../../../src/focus/open-charges.js';
import { readBill } from '../../../../src/focus/tables/read-bill.js';
import { tablesIn } from '../../../../tests/support/bill/duckdb.js';
import { csvOf, type FocusRow, temporaryFiles, usage } from '../../../../tests/support/bill/focus-files.js';
import { testBill } from '../../../../tests/support/dataset/dataset.js';
import { readRows } from './read-rows.js';
import { readTables } from './read-tables.js';

const file = fileURLToPath(new URL('../../../examples/bill/costs.csv', import.meta.url));
const text = readFileSync(file, 'utf8');
const now = '2026-07-01T00:00:00Z';
const files = temporaryFiles();

/** The tables that the terminal reads. */
const tablesInTerminal = (bill: string) => tablesIn([files.write('bill.csv', bill)]);

test('the mock of a page shows the figures that the mock of the command shows', async () => {
  const opened = await openCharges([file]);
  const expected = testBill(await readBill(opened, (tables) => tables), { now });
  expect(opened.info.period).toEqual({ start: '2026-06-01T00:00:00Z', end: '2026-07-02T00:00:00Z' });
  opened.close();
  const bill = testBill(readTables(text), { now });
  const range = { start: '2026-06-01', end: '2026-06-30' };
  const requests = [
    ['listProviders', {}],
    ['listCommitments', {}],
    ['getCommitmentPortfolio', {}],
    ['getEffectiveSavingsRate', { query: { period: '2026-06', scope: 'all' } }],
    ['getCommitmentUtilization', { query: { type: 'sp', provider: 'provider_a' } }],
    ['getCoverageRates', { query: { provider: 'provider_a' } }],
    ['listUncoveredSpend', {}],
    ...['provider_a', 'provider_b'].flatMap(
      (provider_id) =>
        [
          ['getCostBreakdown', { path: { provider_id }, query: { ...range, group_by: ['service'] } }],
          ['getCostTimeline', { path: { provider_id }, query: range }],
          ['getCostFilterOptions', { path: { provider_id }, query: range }],
          ['listInvoiceMonths', { path: { provider_id } }],
        ] as const,
    ),
  ] as const;
  for (const [operation, request] of requests) {
    expect(bill.call(operation, request), operation).toEqual(expected.call(operation, request));
  }
});

test('shows tags that are objects or lists as the terminal does', async () => {
  const Tags = '{"toString":"a","__proto__":"b","owner":{"toString":[1,null]},"on":true}';
  const SkuPriceDetails = '{"OperatingSystem":["x"]}';
  const bill = csvOf([{ ...usage, Tags, SkuPriceDetails }]);
  const [expected] = (await tablesInTerminal(bill)).lines;
  const [line] = readTables(bill).lines;
  expect(Object.entries(line?.tags ?? {})).toEqual(Object.entries(expected?.tags ?? {}));
  expect(line?.platform).toBe(expected?.platform);
});

test.each([
  '[]',
  '[{"key":"b","value":"web","type":"tag","inherited":false},{"Key":"a","Value":"x"},{"key":"unset"}]',
  '[{"key":"team","value":"web"},{"key":"team","value":"data","inherited":true}]',
  '[{"key":"team","value":"data","x_inherited":true},{"key":"team","value":"web","x_inherited":false}]',
  '[{"key":"team","value":"web","type":"tag"},{"key":"team","value":"web","type":"label"}]',
])('reads the list of tags %s as the terminal does', async (Tags) => {
  const bill = csvOf([{ ...usage, Tags }]);
  const [expected] = (await tablesInTerminal(bill)).lines;
  expect(readTables(bill).lines[0]?.tags).toEqual(expected?.tags);
});

test('refuses lists that have no keys, or a key twice', () => {
  expect(() => readRows(csvOf([{ ...usage, Tags: '[["team","web"]]' }]))).toThrow('is not a JSON object');
  const twice = '[{"key":"a","value":"1"},{"key":"a","value":"2"}]';
  expect(() => readRows(csvOf([{ ...usage, Tags: twice }]))).toThrow('has a key twice');
});

test('reads the name of the provider of FOCUS 1.4, also in single rows', () => {
  const { ProviderName: _, PublisherName: __, ...later } = usage;
  const named = { ...later, ServiceProviderName: 'Provider A', HostProviderName: 'Host' };
  const expected = { ProviderName: 'Provider A', PublisherName: 'Provider A' };
  expect(readRows(csvOf([named])).rows).toMatchObject([expected]);
  expect(readRows(csvOf([named]).replace('ServiceProviderName', 'serviceprovidername')).rows).toMatchObject([
    expected,
  ]);
  expect(readRows(csvOf([{ ...named, ProviderName: null }])).rows).toMatchObject([expected]);
  expect(() => readRows(csvOf([later]))).toThrow('the column ProviderName or ServiceProviderName is missing');
});

// Comparisons of each column with all others would take a minute.
test('refuses a file of two hundred thousand columns', { timeout: 30_000 }, () => {
  const names = Array.from({ length: 200_000 }, (_, index) => `c${index}`).join(',');
  expect(() => readRows(`${names}\n1\n`)).toThrow('Not a FOCUS export');
});

const plain = readFileSync(file, 'utf8').split('\n').slice(0, 4).join('\n');
const [header = '', row = ''] = csvOf([usage, { ...usage, ResourceId: 'vm-2' }]).split('\n');
const billOf = (...changes: FocusRow[]) =>
  csvOf([usage, ...changes.map((change, index) => ({ ...usage, ResourceId: `vm-${index + 2}`, ...change }))]);

/** The message of the terminal, without the name of the file. */
async function refusalInTerminal(bill: string): Promise<string> {
  const opened = await openCharges([files.write('bill.csv', bill)]).catch((error: Error) => error);
  if (!(opened instanceof Error)) opened.close();
  expect(opened).toBeInstanceOf(Error);
  const message = (opened as Error).message.replaceAll(`${files.path('.')}/`, '');
  return message.replace(/^bill\.csv, row/, 'Row').replace(/^bill\.csv has/, 'The file has');
}

test.each<[string, FocusRow]>([
  ...['01/06/2026', '06/15/2026', '1 June 2026', '2026-06', '20260601', '2026-02-30', '2026-13-01'].map(
    (time): [string, FocusRow] => [time, { ChargePeriodStart: time }],
  ),
  ...['2026-06-01T25:00:00Z', '2026-06-01Z', '1777593600', '0026-06-01', '2200-01-01'].map(
    (time): [string, FocusRow] => [time, { ChargePeriodStart: time }],
  ),
  ['a zone by name', { BillingPeriodStart: '2026-06-01 00:00:00 Europe/Berlin' }],
  ...['12,50', '1_000', '1,000.00', '(5.00)', '1 000', '\u00a05', 'NaN', 'Infinity', '0x10', '1e', '−5'].map(
    (amount): [string, FocusRow] => [`the amount ${amount}`, { BilledCost: amount }],
  ),
  ['a number that is too large', { ListCost: '123456789012345678901' }],
  ['a number in a column without figures', { ConsumedQuantity: 'many' }],
  ['no cost', { EffectiveCost: null }],
  ['no provider', { ProviderName: 'NULL' }],
  ['an end before the start', { ChargePeriodEnd: '2026-05-09' }],
  ['a billing period that ends before it starts', { BillingPeriodEnd: '2026-04-01' }],
  ['an unknown category', { ChargeCategory: 'Refund' }],
  ['an unknown class', { ChargeClass: 'Late' }],
  ['a status without a commitment', { CommitmentDiscountStatus: 'Used' }],
  ['tags that are not JSON', { Tags: 'team=web' }],
  ['tags that are a list', { Tags: '["web"]' }],
  ['a tag twice', { Tags: '{"a":"1","b":{"a":"2"},"\\u0061":"3"}' }],
])('refuses %s in the words of the terminal', async (_, change) => {
  const names = [...Object.keys(usage), 'ConsumedQuantity'];
  const bill = csvOf([usage, { ...usage, ResourceId: 'vm-2', ...change }], names);
  expect(() => readRows(bill)).toThrow(await refusalInTerminal(bill));
});

test.each([
  ['two columns', csvOf([usage], [...Object.keys(usage), 'listcost'])],
  ['two columns that are not read', csvOf([usage], [...Object.keys(usage), 'x_A', 'x_a'])],
  [
    'commitments of two providers',
    billOf({ CommitmentDiscountId: 'p' }, { CommitmentDiscountId: 'p', ProviderName: 'Z' }),
  ],
  [
    'two units',
    billOf(
      ...['Hours', 'Seconds'].map((CommitmentDiscountUnit) => ({
        CommitmentDiscountId: 'p',
        CommitmentDiscountStatus: 'Used',
        CommitmentDiscountQuantity: '1',
        CommitmentDiscountUnit,
      })),
    ),
  ],
])('refuses %s in the words of the terminal', async (_, bill) => {
  expect(() => readRows(bill)).toThrow(await refusalInTerminal(bill));
});

test.each([
  [
    'semicolons',
    plain.replaceAll(',', ';'),
    'The values are separated by semicolons. Separate them by commas',
  ],
  ['tabs', plain.replaceAll(',', '\t'), 'The values are separated by tabs.'],
  ['no rows', `${header}\n`, 'The file has no rows. Export a period with charges.'],
  ['a row twice', `${header}\n${row}\n${row}\n`, 'Row 3 repeats row 2, in every column. Remove it, or load'],
  ['a row that is too short', `${header}\n"a","b"\n`, 'Row 2: 2 values, but the header has 27 columns.'],
  ['a row with a total', `${header}\n${row}\nTotal\n`, 'Row 3: 1 value, but the header has 27 columns.'],
  ['a quote without end', `${header}\n"${row}\n`, 'A quoted value does not end. Write " in a value as "".'],
  ['several currencies', text.replace('USD', 'EUR'), 'The file has several currencies: EUR, USD.'],
  [
    'other columns',
    'a,b\n1,2\n',
    /^Not a FOCUS export: the columns ProviderName or ServiceProviderName, .* are missing\. Export the bill in the FOCUS format/,
  ],
  [
    'a column that is missing',
    csvOf(
      [usage],
      Object.keys(usage).filter((name) => name !== 'EffectiveCost'),
    ),
    'Not a FOCUS export: the column EffectiveCost is missing. Export the bill in the FOCUS format, 1.0 to 1.4',
  ],
  [
    'nine providers',
    billOf(...[...'23456789'].map((name) => ({ ProviderName: name }))),
    'The file has more than 8 providers. Load it in the terminal with npx cloud-cost-contract mock --data.',
  ],
])('refuses %s, and the terminal does too or reads it', async (_, bill, message) => {
  expect(() => readRows(bill)).toThrow(message);
});

test.each([
  ['2026-05-10', '2026-05-11'],
  ['2026-05-10 00:00', '2026-05-10T01:00'],
  ['2026-05-10 00:00:00', '2026-05-10T01:00:00'],
  ['2026-05-10 00:00:00 UTC', '2026-05-10T01:00:00.123456Z'],
  ['2026-05-10T00:00:00+02:00', '2026-05-10T00:00:00+0100'],
  ['2026-05-10T00:00:00-05', '2026-05-10T24:00:00Z'],
  ['2026-05-10 02:30+02', '2026-05-10T02:30:15-0530'],
])('reads the period from %s to %s as the terminal does', async (ChargePeriodStart, ChargePeriodEnd) => {
  const bill = csvOf([{ ...usage, ChargePeriodStart, ChargePeriodEnd }]);
  const { firstDay, lastDay, end } = await tablesInTerminal(bill);
  expect(readTables(bill)).toMatchObject({ firstDay, lastDay, end: Math.floor(end) });
});

test.each(['1e3', '-2.5E-1', ' 12\t', '+5', '.5', '5.', '007'])(
  'reads the amount %j as the terminal does',
  async (amount) => {
    const bill = csvOf([{ ...usage, BilledCost: amount }]);
    const opened = await openCharges([files.write('bill.csv', bill)]);
    const found = await opened.connection.runAndReadAll('SELECT CAST("BilledCost" AS DOUBLE) FROM charges');
    opened.close();
    expect(readRows(bill).rows.map(({ BilledCost }) => [BilledCost])).toEqual(found.getRowsJS());
  },
);

test.each([
  ['a bill without usage', csvOf([{ ...usage, ChargeCategory: 'Tax' }])],
  ['column names in another letter case', csvOf([usage]).replace(/^.*/, (names) => names.toUpperCase())],
  ['a byte order mark', `\uFEFF${csvOf([usage])}`],
  ['providers of equal cost', billOf({ ProviderName: 'Z' }, { ProviderName: 'A' }, { ProviderName: 'M' })],
  [
    'providers whose costs differ by the noise of sums',
    billOf(
      { ProviderName: 'Z', BilledCost: '0.3' },
      { ProviderName: 'Y', BilledCost: '0.1' },
      { ProviderName: 'Y', BilledCost: '0.2' },
    ),
  ],
])('reads %s as the terminal does', async (_, bill) => {
  const { end, providers, lines, lastDay } = await tablesInTerminal(bill);
  const tables = readTables(bill);
  expect(tables).toMatchObject({ end, providers, lastDay });
  expect(tables.lines).toHaveLength(lines.length);
});
