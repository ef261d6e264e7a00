import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { csvOf, type FocusRow, temporaryFiles, usage } from '../../tests/support/bill/focus-files.js';
import { groupFiles } from './files/file-groups.js';
import { openCharges } from './open-charges.js';

const files = temporaryFiles();

/** The message that refuses the data, with paths relative to the directory of the files. */
async function refusal(...paths: string[]): Promise<string> {
  const result = await openCharges(paths).then(
    (charges) => charges.close(),
    (error: Error) => error,
  );
  expect(result).toMatchObject({ name: 'FocusError' });
  return (result as Error).message.replaceAll(`${files.path('.')}/`, '');
}

function refusalOf(...rows: FocusRow[]): Promise<string> {
  return refusal(files.write('bill.csv', csvOf(rows)));
}

const other = { ...usage, ResourceId: 'vm-2' };

test.each<[FocusRow, string]>([
  [{ BilledCost: '12,50' }, 'column BilledCost: "12,50" is not a number. Write numbers such as -1234.56.'],
  [{ ListCost: 'NaN' }, 'column ListCost: "NaN" is not a number. Write numbers such as -1234.56.'],
  [{ BilledCost: '1_000' }, 'column BilledCost: "1_000" is not a number. Write numbers such as -1234.56.'],
  [{ EffectiveCost: '$3' }, 'column EffectiveCost: "$3" is not a number. Write numbers such as -1234.56.'],
  [
    { ContractedCost: '123456789012345678901' },
    'column ContractedCost: "123456789012345678901" is too large. Numbers have at most 20 digits before the decimal point.',
  ],
  [
    { BilledCost: '1e300' },
    'column BilledCost: "1e300" is too large. Numbers have at most 20 digits before the decimal point.',
  ],
  [{ BilledCost: null }, 'column BilledCost: empty. Every charge must have a value.'],
  [{ EffectiveCost: '' }, 'column EffectiveCost: empty. Every charge must have a value.'],
  [{ ProviderName: 'NULL' }, 'column ProviderName: empty. Every charge must have a value.'],
  [
    { ChargePeriodStart: '10/05/2026' },
    'column ChargePeriodStart: "10/05/2026" is not a date. Write dates such as 2026-06-15T00:00:00Z.',
  ],
  [
    { ChargePeriodEnd: '2026-02-30' },
    'column ChargePeriodEnd: "2026-02-30" is not a date. Write dates such as 2026-06-15T00:00:00Z.',
  ],
  [
    { ChargePeriodEnd: 'infinity' },
    'column ChargePeriodEnd: "infinity" is not a date. Write dates such as 2026-06-15T00:00:00Z.',
  ],
  [
    { BillingPeriodStart: '1777593600' },
    'column BillingPeriodStart: "1777593600" is not a date. Write dates such as 2026-06-15T00:00:00Z.',
  ],
  [
    { BillingPeriodStart: '0026-05-01' },
    'column BillingPeriodStart: "0026-05-01" is not a date. Write dates such as 2026-06-15T00:00:00Z.',
  ],
  [
    { ChargePeriodStart: '2026-05-10 00:00:00 Europe/Berlin' },
    'column ChargePeriodStart: "2026-05-10 00:00:00 Europe/Berlin" is not a date. Write dates such as 2026-06-15T00:00:00Z.',
  ],
  [
    { ChargePeriodEnd: '2026-05-09' },
    'column ChargePeriodEnd: "2026-05-09" is before ChargePeriodStart. A period ends after it starts.',
  ],
  [
    { BillingPeriodEnd: '2026-04-01' },
    'column BillingPeriodEnd: "2026-04-01" is before BillingPeriodStart. A period ends after it starts.',
  ],
  [
    { ChargeCategory: 'Refund' },
    'column ChargeCategory: "Refund" is unknown. FOCUS allows one of Usage, Purchase, Tax, Credit, Adjustment.',
  ],
  [{ ChargeClass: 'Late' }, 'column ChargeClass: "Late" is unknown. FOCUS allows Correction or empty.'],
  [
    { CommitmentDiscountStatus: 'Used' },
    'column CommitmentDiscountStatus: "Used", but CommitmentDiscountId is empty. Add the id of the commitment.',
  ],
  [
    { CommitmentDiscountStatus: 'Idle', CommitmentDiscountId: 'x' },
    'column CommitmentDiscountStatus: "Idle" is unknown. FOCUS allows one of Used, Unused.',
  ],
  [
    { CommitmentDiscountCategory: 'Compute', CommitmentDiscountId: 'x' },
    'column CommitmentDiscountCategory: "Compute" is unknown. FOCUS allows one of Usage, Spend.',
  ],
  [
    { CommitmentDiscountQuantity: '1h' },
    'column CommitmentDiscountQuantity: "1h" is not a number. Write numbers such as -1234.56.',
  ],
  [{ Tags: 'team=web' }, 'column Tags: "team=web" is not a JSON object, such as {"team": "web"}.'],
  [
    { Tags: '[["team", "web"]]' },
    'column Tags: "[[\\"team\\", \\"web\\"]]" is not a JSON object, such as {"team": "web"}.',
  ],
  [
    { Tags: '[{"key":"a","value":"1"},{"key":"a","value":"2"}]' },
    'column Tags: "{\\"a\\":\\"1\\",\\"a\\":\\"2\\"}" has a key twice.',
  ],
  [{ Tags: '["web"]' }, 'column Tags: "[\\"web\\"]" is not a JSON object, such as {"team": "web"}.'],
  [
    { Tags: '{"team": "web",}' },
    'column Tags: "{\\"team\\": \\"web\\",}" is not a JSON object, such as {"team": "web"}.',
  ],
  [
    { Tags: '{"team":"\\ud800"}' },
    'column Tags: "{\\"team\\":\\"\\\\ud800\\"}" is not a JSON object, such as {"team": "web"}.',
  ],
  [
    { SkuPriceDetails: '{"\\udc00":"x"}' },
    'column SkuPriceDetails: "{\\"\\\\udc00\\":\\"x\\"}" is not a JSON object, such as {"team": "web"}.',
  ],
  [
    { Tags: '{"a":"1","b":"2","a":"3"}' },
    'column Tags: "{\\"a\\":\\"1\\",\\"b\\":\\"2\\",\\"a\\":\\"3\\"}" has a key twice.',
  ],
])('refuses %o', async (change, problem) => {
  expect(await refusalOf(usage, { ...other, ...change }, other)).toBe(`bill.csv, row 3, ${problem}`);
});

test('refuses a number that is not one in a column without figures', async () => {
  const rows = [usage, { ...other, ConsumedQuantity: 'many' }];
  const path = files.write('bill.csv', csvOf(rows, [...Object.keys(usage), 'ConsumedQuantity']));
  expect(await refusal(path)).toBe(
    'bill.csv, row 3, column ConsumedQuantity: "many" is not a number. Write numbers such as -1234.56.',
  );
});

test.each([
  [
    "if(ResourceId = 'vm-2', 'Refund', 'Usage') AS ChargeCategory",
    'row 2, column ChargeCategory: "Refund" is',
  ],
  ['true AS BilledCost', 'row 1, column BilledCost: "true" is not a number.'],
  [
    '1000000000000000000000000000000::DECIMAL(38,0) AS EffectiveCost',
    'row 1, column EffectiveCost: "1000000000000000000000000000000" is too large',
  ],
  ["'NaN'::DOUBLE AS ListCost", 'row 1, column ListCost: "nan" is not a number.'],
  [
    "[{'key': 'a', 'value': '1'}, {'key': 'a', 'value': '2'}] AS Tags",
    'row 1, column Tags: "{\\"a\\":\\"1\\",\\"a\\":\\"2\\"}" has a key twice.',
  ],
  [
    "[{'key': NULL::VARCHAR, 'value': '1'}] AS Tags",
    'row 1, column Tags: "[{\\"key\\":null,\\"value\\":\\"1\\"}]" is not a JSON object',
  ],
])('refuses Parquet data with %s', async (change, problem) => {
  const csv = files.write('source.csv', csvOf([usage, other]));
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(
    `COPY (SELECT * REPLACE (${change}) FROM read_csv('${csv}', all_varchar = true)) TO '${files.path('bill.parquet')}'`,
  );
  connection.closeSync();
  expect(await refusal(files.path('bill.parquet'))).toContain(`bill.parquet, ${problem}`);
});

// DuckDB reads 20971520 from this file, and cannot write such a file.
const wideDecimal = `
  UEFSMRUAFTYVNiwVAhUAFQYVBhwAAAACAAAAAgEAAAAAAAAAAAAAAAAAAAAAAukO3QAVBBksNQAYBnNjaGVtYRUCABUOFSoV
  AhgKQmlsbGVkQ29zdCUKFRQVZCxcFRQVZAAAABYCGRwZHCYAHBUOGSUGABkYCkJpbGxlZENvc3QVABYCFlwWXCYISRwVABUA
  FQIAPCkGGSYAAgAAABZcFgImCBZcACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZHBwAAACcAAAAUEFSMQ==`;

test('refuses decimals that DuckDB reads wrongly', async () => {
  const path = files.write('wide.parquet', Buffer.from(wideDecimal, 'base64'));
  expect(await refusal(path)).toBe(
    'wide.parquet, column BilledCost: DECIMAL(50,10) has too many digits. Export at most 38, such as DECIMAL(38,18).',
  );
});

test('counts rows, not lines', async () => {
  const rows = [
    { ...usage, SubAccountName: 'two\nlines' },
    { ...other, BilledCost: 'x' },
  ];
  expect(await refusalOf(...rows)).toMatch(/^bill\.csv, row 3, column BilledCost/);
});

test('refuses files that are not FOCUS', async () => {
  expect(await refusal(files.write('other.csv', 'date,amount\n2026-05-01,3\n'))).toMatch(
    /^other\.csv is not a FOCUS export: its columns are date, amount; it lacks ProviderName, ServiceName, .*\. Export the bill in the FOCUS format, 1\.0 to 1\.4\.$/,
  );
  const names = Object.keys(usage).filter((name) => name !== 'ListCost');
  expect(await refusal(files.write('lacks.csv', csvOf([usage], names)))).toBe(
    'lacks.csv is not a FOCUS export: it lacks ListCost. Export the bill in the FOCUS format, 1.0 to 1.4.',
  );
  const renamed = csvOf([usage]).replace('EffectiveCost', 'EffectiveCosts');
  expect(await refusal(files.write('renamed.csv', renamed))).toBe(
    'renamed.csv is not a FOCUS export: it lacks EffectiveCost (did you mean "EffectiveCosts"?). Export the bill in the FOCUS format, 1.0 to 1.4.',
  );
  expect(await refusal(files.write('semicolons.csv', csvOf([usage]).replaceAll('","', '";"')))).toBe(
    'semicolons.csv: the columns are not separated by commas. Save it with commas.',
  );
  expect(await refusal(files.write('twice.csv', csvOf([usage], [...Object.keys(usage), 'listcost'])))).toBe(
    'twice.csv has two columns "listcost". Remove one.',
  );
});

test('repeats only the beginning of a long name', async () => {
  const long = 'x'.repeat(100_000);
  const other = await refusal(files.write('other.csv', `${long},${long}2\n1,2\n`));
  expect(other).toMatch(/its columns are x{60}…, x{60}…; it lacks /);
  expect(other.length).toBeLessThan(800);
  const twice = csvOf([usage], [...Object.keys(usage), long, long.toUpperCase()]);
  expect((await refusal(files.write('twice.csv', twice))).length).toBeLessThan(200);
});

test('refuses data without rows', async () => {
  expect(await refusal(files.write('header.csv', csvOf([], Object.keys(usage))))).toBe(
    'header.csv: no rows. Export a period with charges.',
  );
});

test('refuses several currencies', async () => {
  expect(await refusalOf(usage, other, { ...usage, BillingCurrency: 'EUR' })).toBe(
    'Column BillingCurrency: 2 currencies, "USD" (rows: 2, first: bill.csv, row 2), "EUR" (rows: 1, first: bill.csv, row 4). Read each currency on its own.',
  );
  expect(await refusalOf(usage, { ...other, BillingCurrency: '\nUSD' })).toContain(
    '2 currencies, "\\nUSD" (rows: 1, first: bill.csv, row 3), "USD" ',
  );
});

test('refuses quantities of a commitment in several units', async () => {
  const used = {
    CommitmentDiscountId: 'plan-1',
    CommitmentDiscountStatus: 'Used',
    CommitmentDiscountQuantity: '1',
  };
  expect(
    await refusalOf(
      { ...usage, ...used, CommitmentDiscountUnit: 'Hours' },
      { ...other, ...used, CommitmentDiscountUnit: 'Seconds' },
    ),
  ).toBe(
    'Column CommitmentDiscountUnit: commitment "plan-1" has quantities in "Hours" and in "Seconds", which cannot be added. Convert them to one unit.',
  );
});

test('refuses one id for commitments of two providers', async () => {
  const CommitmentDiscountId = 'plan-1';
  expect(
    await refusalOf(
      { ...usage, CommitmentDiscountId },
      { ...other, CommitmentDiscountId, ProviderName: 'Provider Z' },
    ),
  ).toBe(
    'Column CommitmentDiscountId: "plan-1" is a commitment of "Provider A" and of "Provider Z". Give each commitment its own id, or use one name for the provider.',
  );
});

test('refuses repeated rows, unless they are allowed', async () => {
  const path = files.write('bill.csv', csvOf([usage, other, usage, usage]));
  expect(await refusal(path)).toBe(
    'bill.csv, row 5 repeats bill.csv, row 2, in every column; repeated rows: 2. Remove them, or allow them with --allow-repeated-rows if the provider charged twice.',
  );
  const copy = files.write('copy.csv.gz', gzipSync(csvOf([other])));
  expect(await refusal(files.write('bill.csv', csvOf([usage, other])), copy)).toMatch(
    /^copy\.csv\.gz, row 2 repeats bill\.csv, row 3, in every column/,
  );
  const charges = await openCharges([path, copy], { allowRepeatedRows: true });
  expect(charges.info.rows).toBe(3);
  charges.close();
});

test('accepts rows that differ only in a column that is not read', async () => {
  const names = [...Object.keys(usage), 'x_LineId'];
  const path = files.write(
    'lines.csv',
    csvOf(
      [
        { ...usage, x_LineId: '1' },
        { ...usage, x_LineId: '2' },
      ],
      names,
    ),
  );
  const charges = await openCharges([path]);
  expect(charges.info.rows).toBe(2);
  charges.close();
});

test('refuses paths without an export', async () => {
  const expected = 'Give a FOCUS export: a CSV, gzipped CSV or Parquet file, a directory of them, or a glob.';
  expect(await refusal(files.path('absent.csv'))).toBe(`absent.csv does not exist. ${expected}`);
  expect(await refusal(files.path('*.orc'))).toBe(`*.orc matches no file. ${expected}`);
  expect(await refusal(`${files.write('file.csv', csvOf([usage]))}/`)).toMatch(
    /^Cannot read file\.csv\/: ENOTDIR: not a directory/,
  );
  expect(await refusal(files.write('nothing.csv', ''))).toBe(`nothing.csv is empty. ${expected}`);
  mkdirSync(files.path('empty/deep'), { recursive: true });
  expect(await refusal(files.path('empty/deep'))).toBe(
    'Directory empty/deep is empty. Give one with .csv, .csv.gz or .parquet files.',
  );
  expect(await refusal(files.path('empty'))).toBe(
    'Directory empty contains only deep. Give one with .csv, .csv.gz or .parquet files.',
  );
  expect(await refusal('https://example.com/bill.csv')).toBe(
    'https://example.com/bill.csv is a URL. Download the files first: billing data is not read from a network.',
  );
  expect(await refusal(files.write('a[1].csv', csvOf([usage])))).toBe(
    'The name of a[1].csv contains *, ? or [. Rename the file or its directory.',
  );
  execFileSync('mkfifo', [files.path('pipe.csv')]);
  expect(await refusal(files.path('pipe.csv'))).toBe(
    'pipe.csv is not a regular file. Store the export in one.',
  );
  expect(await refusal()).toBe(expected);
});

test.each([
  [
    '_delta_log/0.json',
    ' is a table of Delta, Hudi or Iceberg, in which files can be outdated. Export its rows as Parquet.',
  ],
  [
    'metadata/1.metadata.json',
    ' is a table of Delta, Hudi or Iceberg, in which files can be outdated. Export its rows as Parquet.',
  ],
  [
    '.hoodie/a.commit',
    ' is a table of Delta, Hudi or Iceberg, in which files can be outdated. Export its rows as Parquet.',
  ],
  ...['june/2.csv.zip', '2.parquet.zst', '2.csv.gzip', '2.parquet.gz'].map((name): [string, string] => [
    name,
    `/${name} would be skipped: in a directory, only files named .csv, .csv.gz and .parquet are read. Unpack or rename it.`,
  ]),
])('refuses a directory with %s', async (name, problem) => {
  const directory = `with ${dirname(name)} ${basename(name)}`;
  mkdirSync(files.path(`${directory}/${dirname(name)}`), { recursive: true });
  files.write(`${directory}/1.csv`, csvOf([usage]));
  files.write(`${directory}/${name}`, 'x');
  expect(await refusal(files.path(directory))).toContain(`${directory}${problem}`);
});

// Other systems accept no such names.
test.runIf(process.platform === 'linux')('refuses a name that is not UTF-8', async () => {
  mkdirSync(files.path('names'));
  files.write('names/bill.csv', csvOf([usage]));
  writeFileSync(Buffer.from(`${files.path('names')}/caf\xe9.csv`, 'latin1'), csvOf([other]));
  expect(await refusal(files.path('names'))).toBe(
    'The name of names/caf\uFFFD.csv is not UTF-8. Rename the file or its directory.',
  );
});

// Comparisons of each column with all others would take minutes.
test('checks two hundred thousand columns', { timeout: 30_000 }, async () => {
  const others = Array.from({ length: 200_000 }, (_, index) => index.toString(36));
  const path = files.write('wide.csv', [...Object.keys(usage), ...others].join(','));
  const [group] = await groupFiles(null as never, [{ path, format: 'csv', isGzipped: false }]);
  expect(group?.columns).toHaveLength(Object.keys(usage).length + others.length);
});

test.each<[string, string, object]>([
  ['of one day', '60000000000000000000', { ResourceId: 'vm-9' }],
  ['of one day, with an overflow', '90000000000000000000', { ResourceId: 'vm-9' }],
  ['of two days', '90000000000000000000', { ChargePeriodStart: '2026-05-09' }],
  ['of two accounts', '90000000000000000000', { SubAccountId: '9' }],
])('refuses amounts whose sum is too large: %s', async (name, BilledCost, change) => {
  const row = { ...usage, BilledCost };
  expect(await refusal(files.write(`${name}.csv`, csvOf([row, { ...row, ...change }])))).toBe(
    'Amounts add up to more than 20 digits before the decimal point. Check that the columns of costs and quantities contain amounts.',
  );
});

test('refuses damaged files', async () => {
  const csv = csvOf(Array.from({ length: 2000 }, (_, index) => ({ ...usage, ResourceId: `vm-${index}` })));
  const gzip = gzipSync(csv);
  expect(await refusal(files.write('cut.csv.gz', gzip.subarray(0, gzip.length - 100)))).toMatch(
    /^cut\.csv\.gz is damaged: unexpected end of file/,
  );
  const altered = Buffer.from(gzip);
  altered.writeUInt32LE(1, altered.length - 8);
  expect(await refusal(files.write('sum.csv.gz', altered))).toMatch(
    /^sum\.csv\.gz is damaged: incorrect data check/,
  );
  expect(await refusal(files.write('cut.parquet', 'PAR1 and no end'))).toMatch(
    /^cut\.parquet is damaged, or not a Parquet file: /,
  );
  expect(await refusal(files.write('text.parquet', csvOf([usage])))).toMatch(
    /^text\.parquet is not a Parquet file\./,
  );
  expect(await refusal(files.write('noise.csv', deflateRawSync(csv)))).toMatch(/^noise\.csv is /);
  expect(await refusal(files.write('archive.csv', 'PK\u0003\u0004'))).toBe(
    'archive.csv is a ZIP archive. Unpack it first.',
  );
  expect(await refusal(files.write('book.xlsx', 'PK\u0003\u0004'))).toBe(
    'book.xlsx is a spreadsheet. Save it as CSV.',
  );
  for (const json of ['{"data":[{"BilledCost":1}]}', '[\n  {\n    "BilledCost": 1\n  }\n]'])
    expect(await refusal(files.write('bill.json', json))).toBe(
      'bill.json is JSON. Export the bill as CSV or Parquet.',
    );
  expect(await refusal(files.write('blank.csv', '\n\n'))).toBe(
    'blank.csv: the first line is empty. It must have the names of the columns.',
  );
  const utf16 = Buffer.from(`\uFEFF${csv}`, 'utf16le');
  expect(await refusal(files.write('wide.csv', utf16))).toBe('wide.csv is UTF-16. Save it as UTF-8.');
});

test('refuses text that is not CSV', async () => {
  const [header, row] = csvOf([usage]).split('\n');
  const refused = (name: string, ...lines: (string | undefined)[]) =>
    refusal(files.write(name, `${lines.join('\n')}\n`));
  expect(await refused('short.csv', header, row, 'a,b')).toMatch(
    /^short\.csv, line 3: 2 values, but the header has \d+ columns\.$/,
  );
  expect(await refused('total.csv', header, row, 'Total')).toMatch(
    /^total\.csv, line 3: 1 value, but the header/,
  );
  expect(await refused('long.csv', header, `${row},more`)).toMatch(
    /^long\.csv, line 2: \d+ values, but the header has \d+ columns\.$/,
  );
  expect(await refused('quote.csv', header, row, `"open${row}`)).toBe(
    'quote.csv, line 3: a quoted value does not end, or something follows it. Write " in a value as "", and end all lines in the same way.',
  );
  expect(await refused('ends.csv', header, row, `${row}\r`)).toMatch(
    /^ends\.csv, line 3: .* and end all lines in the same way\.$/,
  );
  const latin1 = Buffer.from(csvOf([{ ...usage, SubAccountName: 'Café' }]), 'latin1');
  expect(await refusal(files.write('latin1.csv', latin1))).toBe(
    'latin1.csv, line 2: not UTF-8. Save the file as UTF-8.',
  );
});
