import { mkdirSync, readdirSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { contract } from '../../tests/support/bill/contract-rows.js';
import { csvOf, temporaryFiles, usage } from '../../tests/support/bill/focus-files.js';
import { expectRefusal, runCommand, runServer } from '../../tests/support/command/command-io.js';

const files = temporaryFiles();
const rows = [
  { ...usage, ChargePeriodEnd: '2026-05-11T00:00:00Z' },
  {
    ...usage,
    ProviderName: 'Provider B',
    PublisherName: 'Provider B',
    BilledCost: '3',
    CommitmentDiscountId: 'ri-1',
  },
];
const bill = files.write('bill.csv', csvOf(rows));

const run = (...args: string[]) => runServer(['mock', ...args]);

test('prints what was read to standard error', async () => {
  const { code, stderr } = await run('--data', bill, '--provider-id', 'Provider A=provider_c');
  expect(code).toBe(0);
  expect(stderr).toContain(`Data: 2 rows of 1 file, FOCUS 1.1, in USD
Period: 2026-05-10T00:00:00Z to 2026-05-11T00:00:00Z
Provider: Provider B as provider_a, 1 row
Provider: Provider A as provider_c, 1 row
Contents: 2 accounts, 2 services, 1 commitment
Clock: 2026-05-11T00:00:00Z; --now sets another time
Note: Usage rows with CommitmentDiscountId but without CommitmentDiscountStatus: 1. They count as neither used, unused nor on demand.
Note: Commitments whose term is not in the data: 1. Their start_date is the first day with charges of them, and their end_date the day after the last; --inventory adds their terms.
Keys: `);
});

test('names data sets beside the costs', async () => {
  const contracts = files.write('contracts.csv', csvOf([contract]));
  const periods = files.write(
    'periods.csv',
    'BillingPeriodStart,BillingPeriodEnd,BillingPeriodStatus\n2026-05-01,2026-06-01,Closed\n',
  );
  const { code, stderr } = await run('--data', bill, '--data', contracts, '--data', periods);
  expect(code).toBe(0);
  expect(stderr).toContain(`Data: 2 rows of 1 file, FOCUS 1.1, in USD
Not used: Billing Period, FOCUS 1.4, ${periods}
Contract Commitment: 1 row of ${contracts}, FOCUS 1.3
Period: `);
});

test('prints names with line breaks and control characters in one line', async () => {
  const ProviderName = 'A\n::error::no\u001b[31m';
  const odd = [
    { ...usage, ProviderName },
    { ...usage, ProviderName, ResourceId: 'vm-9' },
  ];
  const { stderr } = await run('--data', files.write('odd.csv', csvOf(odd)));
  expect(stderr).toContain('\nProvider: A\\n\\u003a:error::no\\u001b[31m as provider_a, 2 rows\n');
  expect(stderr).toContain(
    '\nNote: No publisher has the name of provider A\\n\\u003a:error::no\\u001b[31m: ',
  );
  const unknown = await run('--data', bill, '--provider-id', `${ProviderName}=provider_a`);
  expect(unknown.stderr).toContain('the provider A\\n\\u003a:error::no\\u001b[31m. The providers');
});

test('warns of a bill that other machines can read with public keys', async () => {
  const warning = 'Warning: other machines can reach this address and read the bill';
  const exposed = ['--host', '0.0.0.0'];
  expect((await run('--data', bill, ...exposed)).stderr).toContain(warning);
  expect((await run('--data', bill)).stderr).not.toContain(warning);
  expect((await run(...exposed)).stderr).not.toContain(warning);
  const keys = ['--api-key', 'one-long-key', '--api-key', 'other-long-key'];
  expect((await run('--data', bill, ...exposed, ...keys)).stderr).not.toContain(warning);
});

test('starts the clock on the last day of usage that ends with a month', async () => {
  const ends = (ChargePeriodEnd: string) =>
    files.write('may.csv', csvOf([{ ...usage, ChargePeriodStart: '2026-05-31', ChargePeriodEnd }]));
  const month = await run('--data', ends('2026-06-01'));
  expect(month.stderr).toContain('Clock: 2026-05-31T00:00:00Z; --now');
  expect(month.stderr).not.toContain('Note: ');
  const part = await run('--data', ends('2026-05-31T12:00:00Z'));
  expect(part.stderr).toContain('Clock: 2026-05-31T12:00:00Z; --now');
  expect(part.stderr).toContain('Note: Usage ends during 2026-05-31');
});

test('notes a clock at which there are no figures yet', async () => {
  const at = async (now: string) => (await run('--data', bill, '--now', now)).stderr;
  const note =
    'Note: The clock is before the end of the first day of the data, so there are no figures yet.\n';
  expect(await at('2026-05-09')).toContain(note);
  expect(await at('2026-05-10T23:00:00Z')).toContain(note);
  expect(await at('2026-05-11')).not.toContain(note);
});

test('notes a clock at which figures of the last month are empty', async () => {
  const at = async (now: string) => (await run('--data', bill, '--now', now)).stderr;
  const note =
    'Note: The data end in 2026-05, so figures of the month of the clock and of the month before it are empty.\n';
  expect(await at('2026-06-30T23:00:00Z')).not.toContain(note);
  expect(await at('2026-07-01')).toContain(note);
});

test('accepts several paths', async () => {
  const other = files.write('other.csv', csvOf([{ ...usage, ResourceId: 'vm-9' }]));
  expect((await run('--data', bill, '--data', other)).stderr).toContain('Data: 3 rows of 2 files,');
});

test.each<[string[], string]>([
  [['--data', files.path('absent.csv')], `${files.path('absent.csv')} does not exist. Give a FOCUS export: `],
  [
    ['--data', bill, '--inventory', files.path('absent')],
    `${files.path('absent')} does not exist. Give an inventory in CSV or JSON.`,
  ],
  [
    ['--data', bill, '--data', files.write('copy.csv', csvOf(rows))],
    `${files.path('copy.csv')}, row 2 repeats ${bill}, row 2, `,
  ],
  [
    ['--data', bill, '--provider-id', 'Provider B'],
    "--provider-id Provider B is not NAME=ID. Give one such as 'Provider B=provider_b'.",
  ],
  [
    ['--data', bill, '--provider-id', 'None=provider_a'],
    'No row has the provider None. The providers are Provider B, Provider A.',
  ],
  [['--inventory', bill], '--inventory requires --data.'],
  [['--provider-id', 'A=provider_a'], '--provider-id requires --data.'],
  [
    [
      '--data',
      bill,
      '--data',
      files.write('later.csv', csvOf(rows.map((row) => ({ ...row, InvoiceId: 'i' })))),
    ],
    `${bill} and ${files.path('later.csv')} have the same charges: `,
  ],
  [['--allow-repeated-rows'], '--allow-repeated-rows requires --data.'],
  [['--newest-file-wins'], '--newest-file-wins requires --data.'],
])('refuses %o with exit code 2', async (args, message) => {
  expectRefusal(await run(...args), `cost-contract mock: ${message}`);
});

test('refuses --data with another dataset', async () => {
  expect((await run('--data', bill, '--scenario', 'empty')).code).toBe(2);
  expect((await run('--data', bill, '--engine', 'prism')).code).toBe(2);
});

test('a signal while data are read leaves no temporary files', async () => {
  mkdirSync(files.path('temporary'));
  vi.stubEnv('TMPDIR', files.path('temporary'));
  const { code, stderr } = await runCommand(['mock', '--data', bill], { signal: AbortSignal.abort() });
  expect([code, stderr]).toEqual([2, 'cost-contract mock: Stopped while reading data.\n']);
  expect(readdirSync(files.path('temporary'))).toEqual([]);
  vi.unstubAllEnvs();
});
