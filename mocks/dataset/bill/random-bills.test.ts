import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OperationId } from '../../../src/generated/operations.js';
import { randomRows } from '../../../tests/support/bill/random-rows.js';
import { type CallInput, testBill } from '../../../tests/support/dataset/dataset.js';

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
const ofCommitment: readonly OperationId[] = [
  'getCommitment',
  'getRenewalPlan',
  'getRenewalOptions',
  'getRenewalQuote',
];

test.each([
  ['any bill', 0],
  ['a bill with corrections that exceed the usage', -10_000],
])('every response on %s conforms to the document, and costs add up', (_, lowest) => {
  fc.assert(
    fc.property(randomRows({ lowest }), (rows) => {
      const bill = testBill(rows);
      for (const [operationId, request] of requests) bill.call(operationId, request);
      for (const { provider_id } of bill.call('listProviders')) {
        bill.call('listInvoiceMonths', { path: { provider_id } });
      }
      for (const { id } of bill.call('listCommitments', { query: { page_size: 100 } }).items) {
        for (const operationId of ofCommitment) bill.call(operationId, { path: { commitment_id: id } });
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
