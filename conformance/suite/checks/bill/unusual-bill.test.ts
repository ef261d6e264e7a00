import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { MockOptions } from '../../../../mocks/create-mock.js';
import { changed } from '../../../../tests/faulty-servers/changes.js';
import type { Change } from '../../../../tests/faulty-servers/faulty-server.js';
import { judgeMock, judgeOpened, openMock, servedBill } from '../../../../tests/focus/oracle.js';
import { focusFile } from '../../../../tests/support/bill/focus-csv.js';
import { suiteWithBill } from '../../../../tests/support/bill/shared-bill.js';
import {
  byMonth,
  compute,
  contracted,
  cost,
  daily,
  database,
  fractions,
  globalRegion,
  longName,
  openTags,
  ownPace,
  ownWords,
  reported,
  reservation,
  retired,
  rows,
  unused,
  used,
  withNullTag,
  withoutOldPlans,
} from '../../../../tests/support/bill/unusual-rows.js';
import { variedRows } from '../../../../tests/support/bill/varied-rows.js';
import { reading } from '../../../../tests/support/mock/test-mock.js';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.js';

// What real bills have and the generated ones have not: the suite must not report a mock that serves the same bill.

/** The bill of most tests, which they share. */
const unusual = focusFile(rows);
const shared = suiteWithBill([unusual]);
const mock = await openMock(unusual);
afterAll(() => mock.close());
const judgeShared = (change?: Change) => judgeOpened(mock, unusual, ['bill.*'], change, shared);
async function judgeAt(clock: string) {
  await mock.control.setClock(clock);
  onTestFinished(() => mock.control.reset());
  return judgeShared();
}

/** Each of these is unusual in a way of its own, and none changes what the checks compare of the others. */
const all = focusFile([...rows, ...reported, ...byMonth, ...openTags, ...longName, ...fractions]);
const inventory = join(temporaryFolder('inventory'), 'inventory.csv');
writeFileSync(inventory, retired);

test.each<[string, Change, MockOptions?]>([
  ['', (server) => server],
  [' with coverage at contracted prices', contracted],
  [' with months of the days on which a commitment ran', ownPace],
  [' with words of its own for services', ownWords],
  [' without figures of plans whose term is over', withoutOldPlans],
  [' with costs of no region in the region `global`', globalRegion],
  [
    ' and of an inventory with other states, a commitment that is charged by month, tags whose value is null, a name of 300 characters, and fractions of cents in regions',
    withNullTag,
    { inventory },
  ],
])('a mock of an unusual bill%s has the figures of the bill', async (_, change, options) => {
  const served = options ? await servedBill(all, options) : mock;
  const report = options ? await judgeOpened(served, all, ['bill.*'], change) : await judgeShared(change);
  const found = report.results.filter(({ status }) => status !== 'passed' && status !== 'not_applicable');
  expect(found.map(({ id, message }) => [id, message])).toEqual([]);
  expect(report.summary.passed).toBeGreaterThan(25);
  const read = reading(served.fetch, 'one_test_caller');
  const { accounts } = await read('commitments/esr?period=2026-05&scope=all');
  const ids = accounts.map((account: { account_id: string }) => account.account_id);
  expect(ids.sort()).toEqual(['', '111111111111', '222222222222']);
});

test.each([
  [
    '2026-05-10',
    "The server's clock is at 2026-05-10, before the end of the bill: later days are not compared.",
  ],
  ['2026-06-01', null],
  ['2026-06-03', null],
  [
    '2027-01-01',
    "The server's clock is at 2027-01-01, and the bill ends on 2026-05-31: figures of the running month, the last month and the last 30 days are compared only with the days that the bill has.",
  ],
])('a report notes what is not compared at a clock of %s', async (now, note) => {
  const { notes, summary } = await judgeAt(`${now}T08:00:00Z`);
  expect(notes).toEqual([
    expect.stringMatching(
      /^Compared with bill\.csv: \d+ rows from 2026-04-01T00:00:00Z to 2026-06-01T00:00:00Z\.$/,
    ),
    ...(note === null ? [] : [`${note} Set it to 2026-06-01 to compare everything.`]),
    expect.stringMatching(
      /^Not or only partly compared with the bill: .*getCommitment \(the commitment has no history\)/,
    ),
  ]);
  expect(summary).toMatchObject({ failed: 0, warned: 0 });
});

test('a server may measure what was used recently in another window', async () => {
  const reserved = { ...database, ...reservation, ...cost(10) };
  const data = focusFile([
    ...daily('2026-04-01', '2026-05-24', { ...reserved, ...unused }),
    ...daily('2026-04-01', '2026-05-31', { ...reserved, ...used }),
  ]);
  const ofList = ['bill.commitments-are-used-as-their-rows'];
  const judge = async (utilization: number) => {
    const recent = changed('GET /commitments', 'items[].current_utilization_pct', () => utilization);
    return (await judgeMock(data, {}, ofList, recent)).results[0]?.basis;
  };
  expect(await judge(100)).toBe('proposed');
  expect(await judge(99)).toBe('derived');
});

test('a run at a time before the bill states why nothing is compared', async () => {
  const { notes } = await judgeAt('2026-01-01T00:00:00Z');
  expect(notes).toContain('No selected check applies: the clock of the server is before the bill.');
});

test('a run with a bill of a few hours states why nothing is compared', async () => {
  const data = focusFile([{ ...compute, ...cost(10), ChargePeriodStart: '2026-05-31T08:00:00Z' }]);
  const { notes } = await judgeMock(data, { now: '2026-06-20T00:00:00Z' });
  expect(notes.slice(1)).toEqual(['No selected check applies: the bill has no complete day of usage.']);
});

// That the right bill has no such note is part of the notes above.
test('a report notes that the server was loaded with another bill', async () => {
  const other = await servedBill(focusFile(variedRows));
  const { notes } = await judgeOpened(other, unusual, ['bill.*'], undefined, shared);
  expect(notes.join()).toContain(
    'No check of the bill passed. Load the server with exactly the files of --data',
  );
});

test('the forecast of all providers is not sampled from the days of one', async () => {
  const late = daily('2026-05-27', '2026-05-31', { ...compute, ...cost(20), ProviderName: 'Provider B' });
  const data = focusFile([...daily('2026-04-01', '2026-05-31', { ...compute, ...cost(10) }), ...late]);
  const { summary } = await judgeMock(data, { now: '2026-05-31T08:00:00Z' }, ['forecast.*']);
  expect(summary).toMatchObject({ failed: 0, warned: 0 });
});
