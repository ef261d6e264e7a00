import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mock } from '../mocks/create-mock.js';
import { exportColumnsIn } from '../mocks/dataset/export/columns.js';
import { textRows } from '../src/focus/duckdb.js';
import { openCharges } from '../src/focus/open-charges.js';
import { expectRefusal, runCommand } from '../tests/support/command/command-io.js';
import { reading, testMock } from '../tests/support/mock/test-mock.js';
import { temporaryFolder } from '../tests/support/temporary-folder.js';

const folder = temporaryFolder('data-export');
const inFolder = (name: string) => join(folder, name);
/** A few days, so that the tests are quick. */
const days = ['--start', '2026-06-10'];
const run = (...args: string[]) => runCommand(['data', 'export', ...days, ...args]);

async function rowsOf(file: string) {
  const charges = await openCharges([file]);
  try {
    return await textRows(charges.connection, 'SELECT * FROM charges');
  } finally {
    charges.close();
  }
}

test('prints the charges as CSV', async () => {
  const { code, stdout, stderr } = await run();
  const [header, ...lines] = stdout.trimEnd().split('\n');
  expect(header).toBe(Object.keys(exportColumnsIn('1.2')).join(','));
  expect(stderr).toBe(
    `Wrote ${lines.length.toLocaleString('en-US')} charges from 2026-06-10 to 2026-06-14 to standard output.\n`,
  );
  expect(code).toBe(0);
  expect(await run()).toEqual({ code, stdout, stderr });
  expect((await run('--seed', '2')).stdout).not.toBe(stdout);
});

test('writes charges and inventory to files, and never over others without --force', async () => {
  const files = ['--out', inFolder('bill.csv'), '--inventory', inFolder('inventory.csv')];
  const { code, stdout, stderr } = await run(...files);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain(`Wrote 13 commitments to ${inFolder('inventory.csv')}.`);
  expect(readFileSync(inFolder('bill.csv'), 'utf8')).toBe((await run()).stdout);

  rmSync(inFolder('bill.csv'));
  const again = await run(...files);
  expect(again.stderr).toBe(
    `cost-contract data export: ${inFolder('inventory.csv')} exists. Give another name, or add --force to overwrite it.
Run 'npx cloud-cost-contract data export --help' for usage.
`,
  );
  expect(again.code).toBe(2);
  expect(existsSync(inFolder('bill.csv'))).toBe(false);

  writeFileSync(inFolder('inventory.csv'), 'old');
  expect((await run(...files, '--force')).code).toBe(0);
  expect(readFileSync(inFolder('inventory.csv'), 'utf8')).toContain('ri-7f3a2c10,Provider A,compute,');
});

test('writes the inventory as JSON', async () => {
  await run('--inventory', inFolder('inventory.JSON'));
  const [first] = JSON.parse(readFileSync(inFolder('inventory.JSON'), 'utf8'));
  expect(first).toMatchObject({
    CommitmentDiscountId: 'ri-7f3a2c10',
    State: 'active',
    PaymentOption: 'no_upfront',
  });
});

test('writes Parquet with the same charges as CSV', async () => {
  await run('--out', inFolder('charges.csv'));
  expect((await run('--out', inFolder('charges.PARQUET'))).code).toBe(0);
  const csv = await rowsOf(inFolder('charges.csv'));
  expect(await rowsOf(inFolder('charges.PARQUET'))).toEqual(csv);
  expect(csv.length).toBeGreaterThan(100);
});

test.each([
  ['--out', 'bill.csv.gz', 'charges are written as CSV or Parquet. Name the file .csv or .parquet.'],
  ['--out', 'bill.json', 'charges are written as CSV or Parquet. Name the file .csv or .parquet.'],
  [
    '--inventory',
    'inventory.parquet',
    'the inventory is written as CSV or JSON. Name the file .csv or .json.',
  ],
])('refuses %s %s', async (option, name, problem) => {
  expectRefusal(await run(option, inFolder(name)), `${inFolder(name)}: ${problem}`);
  expect(existsSync(inFolder(name))).toBe(false);
});

test('refuses Parquet on standard output', async () => {
  expectRefusal(await run('--format', 'parquet'), 'Parquet needs a file: add --out FILE.parquet.');
});

test('exports a bill on which the mock has the figures of the scenario', async () => {
  const now = '2026-03-10T08:00:00Z';
  const options = { seed: 5, now, keys: ['key-of-the-test'] };
  const [data, inventory] = [inFolder('whole.parquet'), inFolder('whole.json')];
  const files = ['--out', data, '--inventory', inventory];
  expect(
    (await runCommand(['data', 'export', '--seed', '5', '--now', now, '--start', '2026-02-01', ...files]))
      .code,
  ).toBe(0);
  const { seed: _, ...others } = options;
  const [scenario, bill] = [await testMock(options), await testMock({ ...others, data, inventory })];
  const get = (mock: Mock, path: string) => reading(mock.fetch, 'key-of-the-test')(path);
  const start = 'start=2026-02-01&end=2026-03-09';
  for (const path of [
    `commitments/utilization?type=sp&provider=provider_a&${start}`,
    `commitments/utilization?type=ri&provider=provider_a&${start}`,
  ]) {
    const used = ({ services }: any) =>
      services.map((one: any) => [one.used_hours, one.utilization_pct]).sort();
    expect(used(await get(bill, path))).toEqual(used(await get(scenario, path)));
  }
});

test('leaves no file behind when it is interrupted', async () => {
  const stop = new AbortController();
  const before = readdirSync(folder);
  const args = ['data', 'export', '--inventory', inFolder('half.json'), '--out', inFolder('half.csv')];
  const running = runCommand(args, { signal: stop.signal });
  setTimeout(() => stop.abort(), 100);
  const { code, stderr } = await running;
  expect(stderr).toBe('cost-contract data export: Interrupted: the files are not written.\n');
  expect(code).toBe(2);
  expect(readdirSync(folder)).toEqual(before);
});

test.each([
  [['--out', '/nowhere/bill.csv'], 'Cannot write /nowhere/bill.csv: Folder /nowhere does not exist.'],
  [
    ['--out', `${import.meta.filename}/bill.csv`],
    `Cannot write ${import.meta.filename}/bill.csv: ${import.meta.filename} is a file, not a folder.`,
  ],
  [['--out', folder], `${folder} is a folder. Give the name of a file.`],
  [['--inventory', '-'], 'The inventory needs a file: --inventory inventory.csv.'],
  [
    ['--out', inFolder('one.csv'), '--inventory', `${folder}/./one.csv`, '--force'],
    `${folder}/./one.csv is the name of two files. Give each its own.`,
  ],
  [['--start', '2026-06-15'], '--start must be at most 2026-06-14, the day before --now.'],
])('refuses %j', async (args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect(stderr.split('\n')[0]).toBe(`cost-contract data export: ${message}`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('refuses a date that does not exist', async () => {
  expect((await run('--start', '2026-02-31')).stderr).toContain('Give a date such as 2026-06-15.');
});

test('replaces the target of a symbolic link, and no device', async () => {
  writeFileSync(inFolder('target.csv'), 'old');
  symlinkSync(inFolder('target.csv'), inFolder('link.csv'));
  expect((await run('--out', inFolder('link.csv'), '--force')).code).toBe(0);
  expect(readFileSync(inFolder('target.csv'), 'utf8')).toContain('BilledCost');
  expect(lstatSync(inFolder('link.csv')).isSymbolicLink()).toBe(true);

  execFileSync('mkfifo', [inFolder('pipe')]);
  const refused = await run('--out', inFolder('pipe'), '--force');
  expectRefusal(refused, 'is not a regular file. Write to standard output');
});
