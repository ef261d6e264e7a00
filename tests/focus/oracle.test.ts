import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { billChecks } from '../../conformance/suite/checks/bill/index.js';
import type { MockOptions } from '../../mocks/create-mock.js';
import { rateLimit } from '../../src/contract/limits.js';
import { byMonth } from '../support/bill/by-month.js';
import { focusFile } from '../support/bill/focus-csv.js';
import { randomRows } from '../support/bill/random-rows.js';
import { timesMinus } from '../support/bill/times-minus.js';
import { cost } from '../support/bill/unusual-rows.js';
import { variedRows, withoutSomeQuantities } from '../support/bill/varied-rows.js';
import { datasetStarts } from '../support/dataset/datasets.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { comparedIn, judgeMock, violationsIn, writeExport } from './oracle.js';

// The mock serves a bill and `verify --data` computes its figures from the same file by SQL, on a path of its own: no
// violation, over many bills: `SEED_RUNS=20 npx vitest run tests/focus/oracle.test.ts`.

vi.setConfig({ testTimeout: 300_000 });

/** For checks that neither wait nor exhaust a limit. */
const fast = { frozen: true };

const scenarios = ['default', 'expiring-soon', 'unmeasured', 'failing-lookups'] as const;

/** The number of bills in which each check compared something. */
const compared = new Map<string, number>();

describe.each(
  datasetStarts.map((start, i) => ({
    ...start,
    scenario: scenarios[i % scenarios.length] as (typeof scenarios)[number],
    days: [95, 40, 130][i % 3] as number,
    hasInventory: i % 2 === 1,
  })),
)('the export of $scenario, seed $seed, at $now, of $days days', ({ hasInventory, now, ...start }) => {
  test('has the figures of its rows in the mock', async () => {
    const folder = temporaryFolder('export');
    const [charges, inventory] = [join(folder, 'charges.csv'), join(folder, 'inventory.csv')];
    writeExport({ ...start, now }, charges, inventory);
    const options = { ...fast, ...(hasInventory ? { inventory } : {}) };
    const report = await judgeMock(charges, { ...options, now });
    expect(violationsIn(report)).toEqual([]);
    for (const id of comparedIn(report)) compared.set(id, (compared.get(id) ?? 0) + 1);
    // The inventory is from a later time, such as a commitment that it reports as retired and that still runs.
    const earlier = new Date(Date.parse(now) - 33 * 86_400_000).toISOString();
    expect(violationsIn(await judgeMock(charges, { ...options, now: earlier }))).toEqual([]);
  });
});

/** Exports of scenarios have no contract commitments. */
const needsContracts = 'bill.contract-months-are-what-was-applied';

test('each check compares something in most exports', () => {
  const rare = billChecks.filter(
    ({ id }) => id !== needsContracts && (compared.get(id) ?? 0) < datasetStarts.length / 2,
  );
  expect(rare.map(({ id }) => id)).toEqual([]);
});

describe.each([
  ['random bills', 0],
  ['random bills with corrections that exceed the usage', -5_000],
])('%s', (_, lowest) => {
  const bills = fc.sample(randomRows({ lowest, minLength: 30, maxLength: 80 }), {
    numRuns: datasetStarts.length,
    seed: 21 + lowest,
  });

  test.each(bills.map((rows, i) => [i, rows] as const))(
    'number %i has the figures of its rows in the mock',
    async (_number, rows) => {
      const report = await judgeMock(focusFile(rows), fast);
      expect(violationsIn(report)).toEqual([]);
      expect(comparedIn(report).length).toBeGreaterThan(billChecks.length / 2);
    },
  );

  test.each(
    bills.map((rows, i) => [i, [-60, -52, -40, -20, -11, -4, -1, 1, 7][i % 9] as number, rows] as const),
  )('number %i has the figures of its rows %i days from its end', async (_number, days, rows) => {
    const last = Math.max(...rows.map(({ ChargePeriodStart }) => Date.parse(ChargePeriodStart)));
    const now = new Date(last + days * 86_400_000).toISOString();
    expect(violationsIn(await judgeMock(focusFile(rows), { ...fast, now }))).toEqual([]);
  });
});

/** A bill whose corrections exceed its usage in its last week. */
const corrected = [
  ...variedRows,
  ...variedRows
    .filter(({ ChargeCategory, ChargePeriodStart }) => !ChargeCategory && ChargePeriodStart >= '2026-06-25')
    .map((row) => timesMinus(9, row)),
];

/** A bill in which usage without commitments costs less than its contracted price. */
const discounted = variedRows.map((row) =>
  row.ServiceName === 'Firewall' ? { ...row, BilledCost: 2, EffectiveCost: 2 } : row,
);

const correctedCredit = {
  ProviderName: 'Provider B',
  ServiceName: 'Virtual machines',
  ChargeCategory: 'Credit',
  ChargeClass: 'Correction',
} as const;

/**
 * A bill with regions named `global`, a tag without a value, an account that only pays for what is unused, corrected
 * and reversed credits, and a plan that is bought for a service that it never covers.
 */
const special = [
  ...variedRows.map((row) => ({
    ...row,
    ...(row.ServiceName === 'Queries' ? { RegionId: 'global' } : {}),
    ...(row.ServiceName === 'Firewall' ? { Tags: { team: '' } } : {}),
    ...(row.CommitmentDiscountStatus === 'Unused' ? { SubAccountId: 'payer', SubAccountName: 'payer' } : {}),
  })),
  ...['global', null].map((RegionId) => ({
    ProviderName: 'Provider A',
    ServiceName: 'Storage',
    RegionId,
    ChargePeriodStart: '2026-06-20T00:00:00Z',
    BilledCost: 7,
  })),
  {
    ProviderName: 'Provider A',
    ServiceName: 'Storage',
    ChargeCategory: 'Purchase' as const,
    ChargeFrequency: 'Recurring' as const,
    CommitmentDiscountId: 'plan-2',
    CommitmentDiscountCategory: 'Spend' as const,
    ChargePeriodStart: '2026-06-01T00:00:00Z',
    BilledCost: 30,
  },
  { ...correctedCredit, ChargePeriodStart: '2026-06-10T00:00:00Z', BilledCost: 0.75 },
  { ...correctedCredit, ChargePeriodStart: '2026-05-10T00:00:00Z', BilledCost: 3000 },
];

const unusedRow = { CommitmentDiscountStatus: 'Unused', ListCost: 0, ContractedCost: 0 } as const;

/** The sums of the rows of each month: a bill of a provider that charges by the month. */
const monthly = byMonth(variedRows);
/** A bill of commitments of which neither use nor terms are known. */
const withoutStatus = variedRows.map((row) => ({ ...row, CommitmentDiscountStatus: null }));
/** A bill of monthly charges of commitments that are not used. */
const unusedMonths = byMonth(
  variedRows.map((row) => (row.CommitmentDiscountStatus ? { ...row, ...unusedRow } : row)),
).filter(({ ChargePeriodStart }) => ChargePeriodStart < '2026-06');
/** A bill of one day. */
const ofOneDay = variedRows.filter(({ ChargePeriodStart }) => ChargePeriodStart.startsWith('2026-06-20'));
/** A bill of which the usage of the largest provider arrives a month late. */
const lateProvider = variedRows.filter(
  ({ ProviderName, ChargePeriodStart, ChargeCategory }) =>
    ProviderName !== 'Provider A' || ChargePeriodStart < '2026-06' || ChargeCategory === 'Tax',
);
const untilMay = monthly.filter(({ ChargePeriodStart }) => ChargePeriodStart < '2026-06');

/** A bill with purchases on the last complete day and on the day of the clock, after the last day of usage. */
const lateCharges = [
  ...variedRows.filter(({ ChargePeriodStart }) => ChargePeriodStart < '2026-06-28'),
  ...['2026-06-30T09:00:00Z', '2026-07-01T23:00:00Z'].map((ChargePeriodStart) => ({
    ProviderName: 'Provider A',
    ServiceName: 'Storage',
    ChargeCategory: 'Purchase' as const,
    ChargePeriodStart,
    BilledCost: 900,
  })),
];

/** A bill with a provider whose only usage, apart from an unused commitment, is charged back on the same day. */
const chargedBack = [
  ...variedRows,
  ...[5, 3, -8, 40].map((amount) => ({
    ProviderName: 'Provider D',
    SubAccountId: '111111111111',
    SubAccountName: 'checkout',
    ServiceName: 'Queries',
    ChargePeriodStart: '2026-05-05T06:00:00Z',
    ...cost(amount),
    ...(amount < 0 ? { ChargeClass: 'Correction' as const } : {}),
    ...(amount === 40
      ? {
          CommitmentDiscountId: 'reservation-c',
          CommitmentDiscountCategory: 'Usage' as const,
          CommitmentDiscountStatus: 'Unused' as const,
        }
      : {}),
  })),
];

const example = () => 'docs/examples/bill/costs.csv';

test.each<[string, () => string, Partial<MockOptions>]>([
  ['the example of the docs', example, { now: '2026-07-01T00:00:00Z' }],
  ['the example of the docs, at its end', example, {}],
  ['a real export', () => 'tests/focus/focus-sample-1.0.csv', {}],
  ['a bill whose corrections exceed its usage', () => focusFile(corrected), {}],
  ['a bill of unusual rows', () => focusFile(special), {}],
  ['a bill of usage below its contracted price', () => focusFile(discounted), {}],
  ['a bill without some quantities of a day', () => focusFile(withoutSomeQuantities), {}],
  ['a bill of commitments without a status', () => focusFile(withoutStatus), {}],
  ['a bill of monthly charges that are not used', () => focusFile(unusedMonths), {}],
  ['a bill of one day', () => focusFile(ofOneDay), {}],
  ['a bill of a late provider', () => focusFile(lateProvider), {}],
  ['a bill that ended two months ago', () => focusFile(variedRows), { now: '2026-09-01T00:00:00Z' }],
  ['a bill of monthly charges', () => focusFile(monthly), {}],
  ['a bill of monthly charges that ends with a long month', () => focusFile(untilMay), {}],
  [
    'a bill of monthly charges in the middle of a month',
    () => focusFile(monthly),
    { now: '2026-06-15T12:00:00Z' },
  ],
  ['a bill of charges after its usage', () => focusFile(lateCharges), { now: '2026-07-01T16:00:00Z' }],
])('the mock of %s has no violation and no warning of any check', async (_, file, options) => {
  const report = await judgeMock(file(), { rateLimit, ...options }, ['*']);
  expect(violationsIn(report, ['failed', 'warned', 'errored'])).toEqual([]);
  const compared = comparedIn(report).filter((id) => id.startsWith('bill.'));
  expect(compared.length).toBeGreaterThan(billChecks.length / 2);
});

test('the mock of a bill with a provider whose list costs cancel has the figures of its rows', async () => {
  expect(violationsIn(await judgeMock(focusFile(chargedBack), fast))).toEqual([]);
});
