import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { csvOf, usage } from '../../tests/support/bill/focus-files.js';
import { files, refusal, refused } from '../../tests/support/bill/refusal.js';
import { groupFiles } from './files/file-groups.js';

test('refuses files that are not FOCUS', async () => {
  expect(await refused('other.csv', 'date,amount\n2026-05-01,3\n')).toMatch(
    /^other\.csv is not a FOCUS export: its columns are date, amount; it lacks ProviderName, ServiceName, .*\. Export the bill in the FOCUS format, 1\.0 to 1\.4\.$/,
  );
  const names = Object.keys(usage).filter((name) => name !== 'ListCost');
  expect(await refused('lacks.csv', csvOf([usage], names))).toBe(
    'lacks.csv is not a FOCUS export: it lacks ListCost. Export the bill in the FOCUS format, 1.0 to 1.4.',
  );
  const renamed = csvOf([usage]).replace('EffectiveCost', 'EffectiveCosts');
  expect(await refused('renamed.csv', renamed)).toBe(
    'renamed.csv is not a FOCUS export: it lacks EffectiveCost (did you mean "EffectiveCosts"?). Export the bill in the FOCUS format, 1.0 to 1.4.',
  );
  expect(await refused('semicolons.csv', csvOf([usage]).replaceAll('","', '";"'))).toBe(
    'semicolons.csv: the columns are not separated by commas. Save it with commas.',
  );
  expect(await refused('twice.csv', csvOf([usage], [...Object.keys(usage), 'listcost']))).toBe(
    'twice.csv has two columns "listcost". Remove one.',
  );
});

test('repeats only the beginning of a long name', async () => {
  const long = 'x'.repeat(100_000);
  const other = await refused('other.csv', `${long},${long}2\n1,2\n`);
  expect(other).toMatch(/its columns are x{60}…, x{60}…; it lacks /);
  expect(other.length).toBeLessThan(800);
  const twice = csvOf([usage], [...Object.keys(usage), long, long.toUpperCase()]);
  expect((await refused('twice.csv', twice)).length).toBeLessThan(200);
});

test('refuses data without rows', async () => {
  expect(await refused('header.csv', csvOf([], Object.keys(usage)))).toBe(
    'header.csv: no rows. Export a period with charges.',
  );
});

test('refuses paths without an export', async () => {
  const expected = 'Give a FOCUS export: a CSV, gzipped CSV or Parquet file, a directory of them, or a glob.';
  expect(await refusal(files.path('absent.csv'))).toBe(`absent.csv does not exist. ${expected}`);
  expect(await refusal(files.path('*.orc'))).toBe(`*.orc matches no file. ${expected}`);
  expect(await refusal(`${files.write('file.csv', csvOf([usage]))}/`)).toBe(
    `file.csv/ does not exist. ${expected}`,
  );
  expect(await refused('nothing.csv', '')).toBe(`nothing.csv is empty. ${expected}`);
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
  expect(await refused('a[1].csv', csvOf([usage]))).toBe(
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
  writeFileSync(
    Buffer.from(`${files.path('names')}/caf\xe9.csv`, 'latin1'),
    csvOf([{ ...usage, ResourceId: 'vm-2' }]),
  );
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
  expect(await refused(`${name}.csv`, csvOf([row, { ...row, ...change }]))).toBe(
    'Amounts add up to more than 20 digits before the decimal point. Check that the columns of costs and quantities contain amounts.',
  );
});

test('refuses damaged files', async () => {
  const csv = csvOf(Array.from({ length: 2000 }, (_, index) => ({ ...usage, ResourceId: `vm-${index}` })));
  const gzip = gzipSync(csv);
  expect(await refused('cut.csv.gz', gzip.subarray(0, gzip.length - 100))).toMatch(
    /^cut\.csv\.gz is damaged: unexpected end of file/,
  );
  const altered = Buffer.from(gzip);
  altered.writeUInt32LE(1, altered.length - 8);
  expect(await refused('sum.csv.gz', altered)).toMatch(/^sum\.csv\.gz is damaged: incorrect data check/);
  expect(await refused('cut.parquet', 'PAR1 and no end')).toMatch(
    /^cut\.parquet is damaged, or not a Parquet file: /,
  );
  expect(await refused('text.parquet', csvOf([usage]))).toMatch(/^text\.parquet is not a Parquet file\./);
  expect(await refused('noise.csv', deflateRawSync(csv))).toMatch(/^noise\.csv is /);
  expect(await refused('archive.csv', 'PK\u0003\u0004')).toBe(
    'archive.csv is a ZIP archive. Unpack it first.',
  );
  expect(await refused('book.xlsx', 'PK\u0003\u0004')).toBe('book.xlsx is a spreadsheet. Save it as CSV.');
  for (const json of ['{"data":[{"BilledCost":1}]}', '[\n  {\n    "BilledCost": 1\n  }\n]'])
    expect(await refused('bill.json', json)).toBe('bill.json is JSON. Export the bill as CSV or Parquet.');
  expect(await refused('blank.csv', '\n\n')).toBe(
    'blank.csv: the first line is empty. It must have the names of the columns.',
  );
  const utf16 = Buffer.from(`\uFEFF${csv}`, 'utf16le');
  expect(await refused('wide.csv', utf16)).toBe('wide.csv is UTF-16. Save it as UTF-8.');
});

test('refuses text that is not CSV', async () => {
  const [header, row] = csvOf([usage]).split('\n');
  const ofLines = (name: string, ...lines: (string | undefined)[]) => refused(name, `${lines.join('\n')}\n`);
  expect(await ofLines('short.csv', header, row, 'a,b')).toMatch(
    /^short\.csv, line 3: 2 values, but the header has \d+ columns\.$/,
  );
  expect(await ofLines('total.csv', header, row, 'Total')).toMatch(
    /^total\.csv, line 3: 1 value, but the header/,
  );
  expect(await ofLines('long.csv', header, `${row},more`)).toMatch(
    /^long\.csv, line 2: \d+ values, but the header has \d+ columns\.$/,
  );
  expect(await ofLines('quote.csv', header, row, `"open${row}`)).toBe(
    'quote.csv, line 3: a quoted value does not end, or something follows it. Write " in a value as "", and end all lines in the same way.',
  );
  expect(await ofLines('ends.csv', header, row, `${row}\r`)).toMatch(
    /^ends\.csv, line 3: .* and end all lines in the same way\.$/,
  );
  const latin1 = Buffer.from(csvOf([{ ...usage, SubAccountName: 'Café' }]), 'latin1');
  expect(await refused('latin1.csv', latin1)).toBe('latin1.csv, line 2: not UTF-8. Save the file as UTF-8.');
});
