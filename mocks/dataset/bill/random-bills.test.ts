import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OperationId } from '../../../src/generated/operations.js';
import { type CallInput, testBill } from '../../../tests/support/dataset.js';
import { type FocusRow, tablesOf } from '../../../tests/support/tables-of.js';

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
const cost = fc.integer({ min: 0, max: 10_000_000 }).map((micros) => micros / 1000);
const start = fc.integer({ min: 0, max: 24 * 70 }).map((hour) => Date.UTC(2026, 3, 25, hour));

/** A row of any category, with any column missing. */
const row = fc
  .record({
    ProviderName: oneOf('Provider A', 'Provider A', 'Provider B', 'Provider C'),
    SubAccountId: oneOf('111111111111', '222222222222', null),
    ServiceName: oneOf('Compute', 'Database', null),
    RegionId: oneOf('north-1', null),
    ChargeCategory: oneOf('Usage', 'Usage', 'Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'),
    ChargeClass: oneOf(null, null, 'Correction' as const),
    ChargeFrequency: oneOf('One-Time', 'Recurring', 'Usage-Based', null),
    usage_type: oneOf('hours', null),
    platform: oneOf('Linux', null),
    Tags: oneOf<Record<string, string>>({}, { team: 'web' }, { env: 'test', team: '' }),
    CommitmentDiscountId: oneOf(null, null, 'c-1', 'c-2', 'c-3'),
    CommitmentDiscountCategory: oneOf('Usage', 'Spend'),
    CommitmentDiscountStatus: oneOf('Used', 'Unused', null),
    CommitmentDiscountQuantity: oneOf(null, 0, 1, 2.5),
    start,
    hours: oneOf(1, 24, 720),
    BilledCost: cost,
    EffectiveCost: cost,
    ListCost: cost,
    ContractedCost: cost,
  })
  .map(({ start: from, hours, CommitmentDiscountId, CommitmentDiscountStatus, ...columns }) => {
    // An id is of one provider.
    const id = CommitmentDiscountId && `${columns.ProviderName} ${CommitmentDiscountId}`;
    return {
      ...columns,
      CommitmentDiscountId: id,
      CommitmentDiscountStatus: id === null ? null : CommitmentDiscountStatus,
      CommitmentDiscountType: 'Flexible',
      ChargePeriodStart: new Date(from).toISOString(),
      ChargePeriodEnd: new Date(from + hours * 3_600_000).toISOString(),
    } as FocusRow;
  });

const path = { provider_id: 'provider_a' };
const requests: readonly (readonly [OperationId, CallInput])[] = [
  ['listProviders', {}],
  ['getCostBreakdown', { path, query: { preset: '6M', group_by: ['service', 'account_id', 'region'] } }],
  ['getCostBreakdown', { path, query: { preset: '6M', group_by: ['tag'], tag_key: ['team'] } }],
  ['getCostSummary', { path }],
  ['getCostTimeline', { path, query: { preset: '6M', dimension: 'region', granularity: 'monthly' } }],
  ['getCostFilterOptions', { path, query: { preset: '6M' } }],
  ['getCostForecast', {}],
  ['getEffectiveSavingsRate', { query: { scope: 'all' } }],
  ['getCommitmentUtilization', { query: { type: 'ri' } }],
  ['getCommitmentUtilization', { query: { type: 'sp', granularity: 'monthly' } }],
  ['getCoverageRates', {}],
  ['getCommitmentsByService', {}],
  ['listUncoveredSpend', {}],
  ['getCommitmentPortfolio', {}],
  ['listCommitmentInventory', { query: { instrument: 'ri' } }],
  ['listCommitmentInventory', { query: { instrument: 'sp' } }],
  ['listCommitmentCoverage', {}],
  ['getCommitmentOverview', {}],
];

/** A row of usage, so that the data have an end. */
const usage: FocusRow = {
  ProviderName: 'Provider A',
  ServiceName: 'Compute',
  ListCost: 1,
  ContractedCost: 1,
  EffectiveCost: 1,
  BilledCost: 1,
  ChargePeriodStart: '2026-06-20T00:00:00Z',
};

test('every response on any bill conforms to the document, and costs add up', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const bill = testBill(tablesOf([usage, ...rows]));
      for (const [operationId, request] of requests) bill.call(operationId, request);
      for (const { id } of bill.call('listCommitments', { query: { page_size: 100 } }).items) {
        bill.call('getCommitment', { path: { commitment_id: id } });
        bill.call('getRenewalPlan', { path: { commitment_id: id } });
      }
      const whole = { start: '2026-04-25', end: '2026-08-30', show_cost_as: 'net_amortized' };
      const { items } = bill.call('getCostBreakdown', { path, query: { ...whole, group_by: ['region'] } });
      const { total_period_cost } = bill.call('getCostBreakdown', { path, query: whole });
      const sum = items.reduce((total: number, one: any) => total + one.cost, 0);
      expect(Math.abs(sum - total_period_cost)).toBeLessThanOrEqual(0.005 * (items.length + 1) + 1e-9);
    }),
    { numRuns: 100, seed: 7 },
  );
});
