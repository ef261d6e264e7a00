import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createMock } from '../../../../mocks/create-mock.js';
import { groupBy } from '../../../../src/group-by.js';
import { all, changed } from '../../../../tests/faulty-servers/changes.js';
import type { Change } from '../../../../tests/faulty-servers/faulty-server.js';
import { focusCsv } from '../../../../tests/support/bill/focus-csv.js';
import type { FocusRow } from '../../../../tests/support/bill/tables-of.js';
import { variedRows } from '../../../../tests/support/bill/varied-rows.js';
import { inProcess } from '../../../../tests/support/in-process.js';
import { mockHandler } from '../../../../tests/support/mock-handler.js';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.js';
import { runChecks } from '../../run.js';

// What real bills have and the generated ones have not: the suite must not report a mock that serves the same bill.

vi.setConfig({ testTimeout: 60_000 });

const folder = temporaryFolder('unusual-bill');

const day = 86_400_000;
const iso = (instant: number) => new Date(instant).toISOString().replace('.000', '');

/** A row for each day from one to another, both in May 2026 if not stated. */
function daily(from: string, to: string, row: Partial<FocusRow>): FocusRow[] {
  const rows: FocusRow[] = [];
  for (let start = Date.parse(from); start <= Date.parse(to); start += day) {
    rows.push({ ...row, ChargePeriodStart: iso(start), ChargePeriodEnd: iso(start + day) });
  }
  return rows;
}

const cost = (amount: number, list = amount) => ({
  BilledCost: amount,
  EffectiveCost: amount,
  ContractedCost: amount,
  ListCost: list,
});
const web = { SubAccountId: '111111111111', SubAccountName: 'web' } as const;
const compute = { ...web, ServiceName: 'Compute', RegionId: 'north-1' } as const;
const database = { ...web, ServiceName: 'Database', RegionId: 'north-1' } as const;
const cache = { ...web, ServiceName: 'Cache', RegionId: 'north-1' } as const;
const reservation = {
  CommitmentDiscountId: 'reservation-1',
  CommitmentDiscountCategory: 'Usage',
  CommitmentDiscountType: 'Reserved',
} as const;
const plan = {
  CommitmentDiscountId: 'plan-1',
  CommitmentDiscountCategory: 'Spend',
  CommitmentDiscountType: 'Compute plan',
} as const;
const used = { CommitmentDiscountStatus: 'Used', ChargeFrequency: 'Usage-Based' } as const;
const unused = { CommitmentDiscountStatus: 'Unused', ChargeFrequency: 'Usage-Based' } as const;

const rows: FocusRow[] = [
  ...daily('2026-04-01', '2026-05-31', { ...compute, ...cost(10) }),
  ...daily('2026-04-01', '2026-05-31', { ...database, ...cost(3) }),
  // Ends in the last 30 days.
  ...daily('2026-04-01', '2026-05-12', { ...database, ...reservation, ...used, ...cost(20, 40) }),
  ...daily('2026-04-01', '2026-05-12', { ...database, ...reservation, ...unused, ...cost(4, 8) }),
  // Begins in the last 30 days.
  ...daily('2026-05-20', '2026-05-31', { ...compute, ...plan, ...used, ...cost(48, 96) }),
  // Bought for a service that has not used it yet.
  ...daily('2026-05-10', '2026-05-10', { ...web, ServiceName: 'Search', ...cost(7) }),
  {
    ...web,
    ...reservation,
    CommitmentDiscountId: 'reservation-2',
    ServiceName: 'Search',
    ChargeCategory: 'Purchase',
    ChargeFrequency: 'One-Time',
    ChargePeriodStart: '2026-05-31T00:00:00Z',
    ChargePeriodEnd: '2027-05-31T00:00:00Z',
    BilledCost: 500,
  },
  // In several units, one of them bought in a period that is not its term; with a tag that has no value.
  ...daily('2026-04-01', '2026-05-31', {
    ...{ ...cache, ...reservation, ...used, ...cost(2, 4) },
    ...{
      CommitmentDiscountId: 'reservation-3',
      CommitmentDiscountQuantity: 24,
      CommitmentDiscountUnit: 'Hours',
    },
    Tags: { team: '' },
  }),
  ...daily('2026-04-01', '2026-05-31', {
    ...{ ...cache, ...reservation, ...unused, ...cost(1, 2) },
    ...{
      CommitmentDiscountId: 'reservation-4',
      CommitmentDiscountQuantity: 1440,
      CommitmentDiscountUnit: 'Minutes',
    },
  }),
  ...daily('2026-04-01', '2026-04-01', {
    ...{ ...cache, ...reservation, CommitmentDiscountId: 'reservation-3' },
    ...{ ChargeCategory: 'Purchase', ChargeFrequency: 'One-Time', BilledCost: 730 },
  }),
  // A plan whose term was over the day before, and that is still used.
  {
    ...web,
    ...plan,
    CommitmentDiscountId: 'plan-2',
    ServiceName: 'Queue',
    ChargeCategory: 'Purchase',
    ChargeFrequency: 'One-Time',
    ChargePeriodStart: '2026-04-01T00:00:00Z',
    ChargePeriodEnd: '2026-05-31T00:00:00Z',
    BilledCost: 120,
  },
  ...daily('2026-04-01', '2026-05-31', {
    ...{ ...web, ...plan, ...used, ...cost(2, 3) },
    ...{ CommitmentDiscountId: 'plan-2', ServiceName: 'Queue' },
  }),
  // Two providers have the same account, and usage without an account.
  ...daily('2026-05-01', '2026-05-31', {
    ...web,
    ServiceName: 'Mail',
    ...cost(1),
    ProviderName: 'Provider B',
  }),
  ...daily('2026-05-01', '2026-05-31', { ServiceName: 'Mail', ...cost(2), ProviderName: 'Provider B' }),
  // Without list prices, in accounts with and without other usage.
  ...[web, { SubAccountId: '222222222222', SubAccountName: 'lab' }].flatMap((account) =>
    daily('2026-05-01', '2026-05-31', {
      ...account,
      ServiceName: 'Chat',
      ...cost(0.5, 0),
      ProviderName: 'Provider C',
    }),
  ),
  ...daily('2026-05-01', '2026-05-31', { ServiceName: 'Compute', ...cost(4, 5) }),
  ...daily('2026-05-01', '2026-05-31', { ...web, ServiceName: 'Compute', RegionId: 'global', ...cost(6) }),
];

/** A tag with the value null on some rows, and the same with another value. */
const openTags = [{ owner: null }, { owner: 'ops' }].map((Tags): FocusRow => {
  // The type describes what the mock reads.
  const tags = { Tags } as unknown as Pick<FocusRow, 'Tags'>;
  return { ...compute, ...cost(5), ...tags, ChargePeriodStart: '2026-05-20T00:00:00Z' };
});

/** Counts a tag whose value is null among the keys. */
const withNullTag = changed('GET /providers/*/costs/filter-options', 'tag_keys', (keys) =>
  keys.includes('owner') ? keys : [...keys, 'owner'],
);

/** Less than a cent in no region, and in the region with this name: each of two rows is rounded. */
const fractions = [null, 'global'].flatMap((RegionId) =>
  daily('2026-05-01', '2026-05-31', { ...web, ServiceName: 'Compute', RegionId, ...cost(0.004) }),
);

/** Adds up entries that have the same key. */
function merged(entries: readonly any[], keyOf: (entry: any) => unknown, field: string): any[] {
  const groups = [...groupBy(entries, (entry) => JSON.stringify(keyOf(entry))).values()];
  return groups.map((group) => ({
    ...group[0],
    [field]: group.reduce((sum, entry) => sum + entry[field], 0),
    ...(group[0].spendings_by_date && {
      spendings_by_date: merged(
        group.flatMap((entry) => entry.spendings_by_date),
        ({ date }) => date,
        'value',
      ),
    }),
  }));
}

/** Projects what commitments that ran for a part of the days covered from that part. */
const ownPace = changed('GET /commitments/portfolio', 'rows[]', (row) =>
  ['plan-1', 'reservation-1'].includes(row.id)
    ? {
        ...row,
        consumers: row.consumers.map((one: any) => ({
          ...one,
          covered_spend_monthly: one.covered_spend_monthly * 2,
        })),
      }
    : row,
);

const withoutOldPlans = changed('GET /commitments/by-service', 'services[].sp', (cell, { service }) =>
  service === 'Queue' ? { ...cell, utilization_pct: null, unused_monthly: null } : cell,
);

/** Shows costs of no region as those of the region `global`. */
const globalRegion = all(
  changed('GET /providers/*/costs/breakdown?group_by', 'items', (items, _, { query }) =>
    query.getAll('group_by').some((names) => names.includes('region'))
      ? merged(
          items.map((item: any) => ({ ...item, region: item.region ?? 'global' })),
          (item) => [item.service, item.account_id, item.region, item.tag_value],
          'cost',
        )
      : items,
  ),
  changed('GET /providers/*/costs/timeline?dimension=region', 'data_points[].parts', (parts) =>
    merged(
      parts.map((part: any) => ({ ...part, value: part.value ?? 'global' })),
      ({ value }) => value,
      'amount',
    ),
  ),
);

/** A service whose name is longer than a filter may be. */
const longName = daily('2026-05-01', '2026-05-31', {
  ...{ ...web, ServiceName: 'x'.repeat(300), RegionId: 'y'.repeat(300), ...cost(100) },
  Tags: { team: 'z'.repeat(300) },
});

/** Shows what covered usage would cost after the negotiated discount. */
const contracted = changed(
  'GET /commitments/coverage',
  'items[].usage_cost_monthly',
  (cost) => cost && cost / 2,
);

/** Names services in words of the server, and a plan by what it can apply to. */
const inOwnWords = (row: any) => ({
  ...row,
  service: row.kind === 'savings_plan' ? 'any' : row.service.slice(0, 3).toLowerCase(),
  ...(row.kind === 'savings_plan' && { service_label: 'Any service' }),
});
const ownWords = all(
  changed('GET /commitments', 'items[]', inOwnWords),
  changed('GET /commitments/portfolio', 'rows[]', inOwnWords),
  changed('GET /commitments/detail/*', '', inOwnWords),
  changed('GET /commitments/coverage', 'items[]', (row) => ({ ...inOwnWords(row), service_label: 'Any' })),
);

/** The provider reports a commitment with rows on every day as retired. */
const retired = 'CommitmentDiscountId,ProviderName,State\nreservation-5,Provider A,retired\n';
const reported = [
  ...daily('2026-04-01', '2026-05-31', {
    ...{ ...web, ServiceName: 'Search', ...reservation, ...used, ...cost(3, 5) },
    CommitmentDiscountId: 'reservation-5',
  }),
  ...daily('2026-04-01', '2026-04-01', {
    ...{ ...web, ServiceName: 'Search', ...reservation, ...cost(90) },
    ...{ CommitmentDiscountId: 'reservation-5', ChargeCategory: 'Purchase', ChargeFrequency: 'Recurring' },
  }),
];

/** Charged by month, in rows that start a day before the last 30 days. */
const byMonth: readonly FocusRow[] = [
  ...daily('2026-05-01', '2026-05-31', { ...web, ServiceName: 'Backup', ...cost(4) }),
  ...[used, unused].map((status) => ({
    ...{ ...web, ServiceName: 'Backup', ...reservation, ...status, ...cost(31, 62) },
    CommitmentDiscountId: 'reservation-6',
    ChargePeriodStart: '2026-05-01T00:00:00Z',
    ChargePeriodEnd: '2026-06-01T00:00:00Z',
  })),
];

test.each<[string, Change, (readonly FocusRow[])?, string?]>([
  ['', (server) => server],
  [', and an inventory with other states,', (server) => server, reported, retired],
  [', with a commitment that is charged by month,', (server) => server, byMonth],
  [', with tags whose value is null,', withNullTag, openTags],
  [', with a name of 300 characters,', (server) => server, longName],
  [', with coverage at contracted prices,', contracted],
  [', with fractions of cents in regions,', (server) => server, fractions],
  [', with months of the days on which a commitment ran,', ownPace],
  [', with words of its own for services,', ownWords],
  [', without figures of plans whose term is over,', withoutOldPlans],
  [', with costs of no region in the region `global`,', globalRegion],
])('a mock of an unusual bill%s has the figures of the bill', async (_, change, others = [], inventory) => {
  const data = join(folder, 'unusual.csv');
  writeFileSync(data, focusCsv([...rows, ...others]));
  const apiKeys = ['one_test_caller', 'one_test_second_caller'];
  if (inventory) writeFileSync(join(folder, 'inventory.csv'), inventory);
  const mock = await createMock({
    data,
    ...(inventory && { inventory: join(folder, 'inventory.csv') }),
    keys: apiKeys,
    rateLimit: 100_000,
  });
  try {
    const report = await runChecks({
      target: 'http://127.0.0.1',
      sender: inProcess(change(mockHandler(mock))),
      apiKeys,
      data,
      only: ['bill.*'],
      profile: 'strict',
    });
    const found = report.results.filter(({ status }) => status !== 'passed' && status !== 'not_applicable');
    expect(found.map(({ id, message }) => [id, message])).toEqual([]);
    expect(report.summary.passed).toBeGreaterThan(25);
    const savings = await mock.fetch('/api/v1/commitments/esr?period=2026-05&scope=all', {
      headers: { authorization: `Bearer ${apiKeys[0]}` },
    });
    const { accounts } = (await savings.json()).data;
    expect(accounts.map((account: { account_id: string }) => account.account_id).sort()).toEqual([
      '',
      '111111111111',
      '222222222222',
    ]);
  } finally {
    await mock.close();
  }
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
  const data = join(folder, 'clock.csv');
  writeFileSync(data, focusCsv(rows));
  const apiKeys = ['one_test_caller', 'one_test_second_caller'];
  const mock = await createMock({ data, keys: apiKeys, rateLimit: 100_000, now: `${now}T08:00:00Z` });
  try {
    const { notes, summary } = await runChecks({
      target: 'http://127.0.0.1',
      sender: inProcess(mockHandler(mock)),
      apiKeys,
      data,
      only: ['bill.*'],
      profile: 'strict',
    });
    expect(notes).toEqual([
      expect.stringMatching(
        /^Compared with clock\.csv: \d+ rows from 2026-04-01T00:00:00Z to 2026-06-01T00:00:00Z\.$/,
      ),
      ...(note === null ? [] : [`${note} Set it to 2026-06-01 to compare everything.`]),
      expect.stringMatching(
        /^Not or only partly compared with the bill: .*getCommitment \(the commitment has no history\)/,
      ),
    ]);
    expect(summary).toMatchObject({ failed: 0, warned: 0 });
  } finally {
    await mock.close();
  }
});

test('a server may measure what was used recently in another window', async () => {
  const data = join(folder, 'recent.csv');
  const reserved = { ...database, ...reservation, ...cost(10) };
  const bill = [
    ...daily('2026-04-01', '2026-05-24', { ...reserved, ...unused }),
    ...daily('2026-04-01', '2026-05-31', { ...reserved, ...used }),
  ];
  writeFileSync(data, focusCsv(bill));
  const apiKeys = ['one_test_caller', 'one_test_second_caller'];
  const mock = await createMock({ data, keys: apiKeys, rateLimit: 100_000 });
  const judge = async (utilization: number) => {
    const recent = changed('GET /commitments', 'items[].current_utilization_pct', () => utilization);
    const { results } = await runChecks({
      target: 'http://127.0.0.1',
      sender: inProcess(recent(mockHandler(mock))),
      apiKeys,
      data,
      only: ['bill.commitments-are-used-as-their-rows'],
    });
    return results[0]?.status;
  };
  try {
    expect(await judge(100)).toBe('warned');
    expect(await judge(99)).toBe('failed');
  } finally {
    await mock.close();
  }
});

test('a run at a time before the bill states why nothing is compared', async () => {
  const data = join(folder, 'later.csv');
  writeFileSync(data, focusCsv(rows));
  const apiKeys = ['one_test_caller', 'one_test_second_caller'];
  const mock = await createMock({ data, keys: apiKeys, rateLimit: 100_000, now: '2026-01-01T00:00:00Z' });
  try {
    const sender = inProcess(mockHandler(mock));
    const { notes } = await runChecks({
      target: 'http://127.0.0.1',
      sender,
      apiKeys,
      data,
      only: ['bill.*'],
    });
    expect(notes).toContain('No selected check applies: the clock of the server is before the bill.');
  } finally {
    await mock.close();
  }
});

test('a run with a bill of a few hours states why nothing is compared', async () => {
  const data = join(folder, 'hours.csv');
  writeFileSync(data, focusCsv([{ ...compute, ...cost(10), ChargePeriodStart: '2026-05-31T08:00:00Z' }]));
  const apiKeys = ['one_test_caller', 'one_test_second_caller'];
  const mock = await createMock({ data, keys: apiKeys, rateLimit: 100_000, now: '2026-06-20T00:00:00Z' });
  try {
    const { notes } = await runChecks({
      target: 'http://127.0.0.1',
      sender: inProcess(mockHandler(mock)),
      apiKeys,
      data,
      only: ['bill.*'],
    });
    expect(notes.slice(1)).toEqual(['No selected check applies: the bill has no complete day of usage.']);
  } finally {
    await mock.close();
  }
});

test('a report notes that the server was loaded with another bill', async () => {
  const [data, other] = ['data.csv', 'other.csv'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(data, focusCsv(rows));
  writeFileSync(other, focusCsv(variedRows));
  const apiKeys = ['one_test_caller', 'one_test_second_caller'];
  const mock = await createMock({ data: other, keys: apiKeys, rateLimit: 100_000 });
  try {
    const sender = inProcess(mockHandler(mock));
    const judge = async (file: string) =>
      (await runChecks({ target: 'http://127.0.0.1', sender, apiKeys, data: file, only: ['bill.*'] })).notes;
    const note = 'No check of the bill passed. Load the server with exactly the files of --data';
    expect((await judge(data)).join()).toContain(note);
    expect((await judge(other)).join()).not.toContain(note);
  } finally {
    await mock.close();
  }
});

test('the forecast of all providers is not sampled from the days of one', async () => {
  const apiKeys = ['one_test_caller', 'one_test_second_caller'];
  const data = join(folder, 'late.csv');
  const late = daily('2026-05-27', '2026-05-31', { ...compute, ...cost(20), ProviderName: 'Provider B' });
  writeFileSync(data, focusCsv([...daily('2026-04-01', '2026-05-31', { ...compute, ...cost(10) }), ...late]));
  const mock = await createMock({ data, keys: apiKeys, rateLimit: 100_000, now: '2026-05-31T08:00:00Z' });
  try {
    const { summary } = await runChecks({
      target: 'http://127.0.0.1',
      sender: inProcess(mockHandler(mock)),
      apiKeys,
      only: ['forecast.*'],
      profile: 'strict',
    });
    expect(summary).toMatchObject({ failed: 0, warned: 0 });
  } finally {
    await mock.close();
  }
});
