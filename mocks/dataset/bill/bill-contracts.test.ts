import { expect, test } from 'vitest';
import { contract, contract14 } from '../../../tests/support/bill/contract-rows.js';
import { csvOf, type FocusRow, temporaryFiles, usage } from '../../../tests/support/bill/focus-files.js';
import { reading, testMock } from '../../../tests/support/mock/test-mock.js';

const files = temporaryFiles();

/** A charge of a day in April, May or June. */
function charge(day: string, applied: string | null = null, row: FocusRow = {}): FocusRow {
  const end = new Date(Date.parse(day) + 86_400_000).toISOString();
  return { ...usage, ChargePeriodStart: day, ChargePeriodEnd: end, ContractApplied: applied, ...row };
}

/** What FOCUS 1.3 and 1.4 write. */
function appliedTo(...parts: readonly (readonly [id: string, cost: number | null])[]): string {
  const elements = parts.map(([id, cost]) => ({
    ContractId: 'contract-1',
    ContractCommitmentId: id,
    ContractCommitmentAppliedCost: cost,
  }));
  return JSON.stringify({ Elements: elements });
}

const costs = [
  charge('2026-04-01'),
  charge('2026-04-07', appliedTo(['term-1', 1500])),
  charge('2026-05-10', appliedTo(['term-1', 2000.25], ['other', 7])),
  charge('2026-05-11', appliedTo(['term-1', 300.5])),
  charge('2026-06-02', appliedTo(['term-1', 900])),
  charge('2026-06-15'),
];

async function served(rows: readonly FocusRow[], contracts: readonly FocusRow[], byInventory = false) {
  const data = [files.write('costs.csv', csvOf(rows))];
  const file = files.write('contracts.csv', csvOf(contracts));
  if (contracts.length > 0 && !byInventory) data.push(file);
  const mock = await testMock({ data, ...(byInventory && { inventory: file }) });
  const found: Record<string, unknown>[] = await reading(mock.fetch)('commitments/contracts');
  return { data: found, notes: mock.data?.notes ?? [] };
}

const month = (
  period: string,
  [contract_usd, consumed_usd, metered_usd, shortfall_usd, billed_usd]: readonly (number | null)[],
) => ({ period, contract_usd, consumed_usd, metered_usd, shortfall_usd, billed_usd });

test('a commitment that must be fulfilled each month has a floor, apart from what is metered', async () => {
  const { data } = await served(costs, [contract14]);
  expect(data.filter(({ id }) => id === 'term-1')).toEqual([
    {
      id: 'term-1',
      vendor: 'Provider A',
      contract_monthly_usd: 2000,
      latest_metered_usd: 300.75,
      overage_exceeds_floor: false,
      months: [
        month('2026-04', [2000, 1500, 0, 500, 2000]),
        month('2026-05', [2000, 2300.75, 300.75, 0, 2300.75]),
      ],
    },
  ]);
});

test('a commitment for a year has no floor by month, and one without terms has none', async () => {
  const { data, notes } = await served(costs, [contract]);
  const unknown = (period: string, metered: number) => month(period, [null, null, metered, null, null]);
  const row = { vendor: 'Provider A', contract_monthly_usd: null, overage_exceeds_floor: null };
  expect(data).toEqual([
    { id: 'other', ...row, latest_metered_usd: 7, months: [unknown('2026-05', 7)] },
    {
      id: 'term-1',
      ...row,
      latest_metered_usd: 2300.75,
      months: [unknown('2026-04', 1500), unknown('2026-05', 2300.75)],
    },
  ]);
  expect(notes).toContain(
    'Contract commitments without a floor by month: 2 (term-1, other). The data state none, or one for a longer period; their costs count as metered.',
  );
});

test('a commitment for one month is its floor', async () => {
  const may = {
    ...contract,
    ContractCommitmentCost: '2500',
    ContractCommitmentPeriodStart: '2026-05-01T00:00:00Z',
    ContractCommitmentPeriodEnd: '2026-06-01T00:00:00Z',
  };
  const { data } = await served(costs, [may]);
  expect(data.find(({ id }) => id === 'term-1')).toMatchObject({
    contract_monthly_usd: 2500,
    months: [
      month('2026-04', [null, null, 1500, null, null]),
      month('2026-05', [2500, 2300.75, 0, 199.25, 2500]),
    ],
  });
});

test('without ContractApplied, only the floor is known', async () => {
  const { data, notes } = await served(
    costs.map(({ ContractApplied: _, ...row }) => row),
    [contract14],
    true,
  );
  expect(data).toEqual([
    {
      id: 'term-1',
      vendor: 'Provider A',
      contract_monthly_usd: 2000,
      latest_metered_usd: null,
      overage_exceeds_floor: null,
      months: [],
    },
  ]);
  expect(notes).toContain(
    'No row has ContractApplied with a cost, so use of contract commitments is not known.',
  );
});

test('commitments that are listed, proposed or of an unknown vendor are left out', async () => {
  const listed = charge('2026-05-01', appliedTo(['ri-1', 5]), {
    CommitmentDiscountId: 'ri-1',
    CommitmentDiscountStatus: 'Used',
    CommitmentDiscountCategory: 'Usage',
  });
  const providerB = charge('2026-05-01', null, { ProviderName: 'Provider B', PublisherName: 'Provider B' });
  const { data, notes } = await served(
    [...costs.map((row) => ({ ...row, ContractApplied: null })), listed, providerB],
    [
      { ...contract14, ContractCommitmentId: 'ri-1' },
      { ...contract14, ContractCommitmentId: 'offer', ContractCommitmentLifecycleStatus: 'Proposed' },
      { ...contract14, ContractCommitmentId: 'unknown', ServiceProviderName: null },
    ],
  );
  expect(data).toEqual([]);
  expect(notes).toContain(
    'Contract commitments left out, since their vendor is not known or they are only proposed: 2 (offer, unknown).',
  );
});

test.each<[name: string, change: Record<string, string | null>]>([
  ['in another currency', { BillingCurrency: 'EUR' }],
  ['to usage', { ContractCommitmentCategory: 'Usage' }],
  ['that was canceled', { ContractCommitmentLifecycleStatus: 'Canceled' }],
  ['that starts within a month', { ContractCommitmentPeriodStart: '2026-01-15T00:00:00Z' }],
  ['of a negative amount', { ContractCommitmentCost: '-24000' }],
])('a commitment %s has no floor', async (_, change) => {
  const { data } = await served(costs, [{ ...contract14, ...change }]);
  expect(data.find(({ id }) => id === 'term-1')).toMatchObject({ contract_monthly_usd: null });
});

test('reads a list without an object around it, ids in other letter case, and quantities without a cost', async () => {
  const element = { ContractCommitmentID: 'term-1', ContractCommitmentAppliedCost: '10.5' };
  const quantity = { ContractCommitmentID: 'term-1', ContractCommitmentAppliedCost: null };
  const rows = [charge('2026-05-01', JSON.stringify([element, quantity])), charge('2026-06-01')];
  const { data } = await served(rows, [contract14]);
  expect(data).toMatchObject([{ months: [month('2026-05', [2000, 10.5, 0, 1989.5, 2000])] }]);
});

test.each([
  'text',
  '{"a": 1}',
  '[{"ContractCommitmentAppliedCost": 1}]',
  appliedTo(['a', 1]).replace('1}', '"x"}'),
])('refuses %s as ContractApplied', async (applied) => {
  await expect(served([...costs, charge('2026-05-02', applied)], [])).rejects.toThrow(
    /costs\.csv, row 8, column ContractApplied: ".*" is not what is applied to contract commitments, such as \{"Elements": /,
  );
});
