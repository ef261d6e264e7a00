import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { remember } from '../conformance/engine/run/baselines.js';
import type { Mock } from '../mocks/create-mock.js';
import { comparedIn, judgeOpened, openMock, violationsIn } from '../tests/focus/oracle.js';
import { contract, contract14 } from '../tests/support/bill/contract-rows.js';
import { csvOf, type FocusRow } from '../tests/support/bill/focus-files.js';
import { runCommand } from '../tests/support/command/command-io.js';
import { reading } from '../tests/support/mock/test-mock.js';
import { temporaryFolder } from '../tests/support/temporary-folder.js';

vi.setConfig({ testTimeout: 120_000 });

const folder = temporaryFolder('export-versions');
const vendors = { ...contract14, ServiceProviderName: 'Software vendor' };
const now = '2026-06-15T12:00:00Z';

const exported = new Map<string, Promise<string>>();

/** Exports the default scenario; each form once. */
function written(version: string, format = 'csv'): Promise<string> {
  const path = join(folder, `charges-${version}.${format}`);
  return remember(exported, path, async () => {
    const options = ['--focus', version, '--start', '2026-04-01', '--out', path];
    expect((await runCommand(['data', 'export', ...options])).code).toBe(0);
    return path;
  });
}

/** The figures of a mock. */
async function figures(mock: Mock) {
  const read = reading(mock.fetch, 'one_test_caller');
  const paths = [
    'commitments/esr?scope=all&period=2026-05',
    'commitments/coverage-rates?provider=provider_a',
    'commitments/utilization?type=sp',
    'providers/provider_a/costs/summary',
    'providers/provider_b/costs/breakdown?group_by=service&start=2026-05-01&end=2026-05-31',
  ];
  const found = [];
  for (const path of paths) found.push(await read(path));
  const contracts = await read('commitments/contracts');
  return { info: mock.data, found, contracts };
}

async function openedMock(data: string): Promise<Mock> {
  const mock = await openMock(data, { now, rateLimit: 100_000 });
  cleanUps.push(() => mock.close());
  return mock;
}

const cleanUps: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(cleanUps.map((close) => close())));

const figuresOfSecond = written('1.2').then(openedMock).then(figures);

test('writes the columns of each version', async () => {
  const columnsOf = async (version: string) =>
    readFileSync(await written(version), 'utf8')
      .split('\n', 1)[0]
      ?.split(',') ?? [];
  const [second, third, fourth] = [await columnsOf('1.2'), await columnsOf('1.3'), await columnsOf('1.4')];
  expect(third.filter((name) => !second.includes(name))).toEqual(['HostProviderName', 'ServiceProviderName']);
  expect(second.filter((name) => !third.includes(name))).toEqual([]);
  expect(third.filter((name) => !fourth.includes(name))).toEqual(['ProviderName', 'PublisherName']);
});

/** Lays charges and terms into a directory. In CSV, the last charge is applied to the contract, in the form of its version. */
async function withContracts(version: string, format: string, terms: FocusRow): Promise<string> {
  const directory = join(folder, `${version}-${format}`);
  mkdirSync(directory);
  const charges = await written(version, format);
  if (format === 'csv') {
    const elements = [{ ContractCommitmentId: 'term-1', ContractCommitmentAppliedCost: 1500 }];
    const applied = JSON.stringify(version === '1.3' ? { Elements: elements } : elements);
    const lines = readFileSync(charges, 'utf8').trimEnd().split('\n');
    const last = lines.findLastIndex((line) => line.includes('2026-05-'));
    const value = (i: number) => (i === last ? `"${applied.replaceAll('"', '""')}"` : '');
    const rows = lines.map((line, i) => `${line},${i === 0 ? 'ContractApplied' : value(i)}`);
    writeFileSync(join(directory, 'charges.csv'), rows.join('\n'));
  } else copyFileSync(charges, join(directory, 'charges.parquet'));
  writeFileSync(join(directory, 'contracts.csv'), csvOf([terms]));
  return directory;
}

test.each([
  ['1.3', 'csv', contract, ['Provider B']],
  ['1.4', 'csv', vendors, ['Software vendor']],
  ['1.4', 'parquet', vendors, ['Software vendor']],
] as const)(
  'an export in FOCUS %s as %s has the same figures, with contracts beside it',
  async (version, format, terms, names) => {
    const data = await withContracts(version, format, terms);
    const mock = await openedMock(data);
    const { info, found, contracts } = await figures(mock);
    expect(info?.versions).toEqual([version]);
    expect(info?.otherDatasets).toMatchObject([{ name: 'Contract Commitment', version, rows: 1 }]);
    expect(found).toEqual((await figuresOfSecond).found);
    expect(contracts.map(({ vendor }: any) => vendor)).toEqual(names);
    const may = contracts[0].months.find(({ period }: any) => period === '2026-05');
    if (format === 'csv') expect(may.metered_usd + (may.consumed_usd ?? 0)).toBe(1500);
    const report = await judgeOpened(mock, data);
    expect(violationsIn(report)).toEqual([]);
    const compared = ['bill.breakdown-rows-are-sums-by-group', 'bill.contract-months-are-what-was-applied'];
    expect(comparedIn(report)).toEqual(expect.arrayContaining(compared.slice(0, format === 'csv' ? 2 : 1)));
  },
);
