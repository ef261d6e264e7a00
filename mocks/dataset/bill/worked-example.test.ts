import { expect, test } from 'vitest';
import type { FocusRow } from '../../../tests/support/bill/tables-of.js';
import { testBill } from '../../../tests/support/dataset/dataset.js';

/** A savings plan of 52.40 an hour that is used in 18 of 24 hours, by usage whose list price is 78.60 an hour. */
const plan = {
  SubAccountId: '111111111111',
  ServiceName: 'Compute',
  CommitmentDiscountId: 'sp-1',
  CommitmentDiscountCategory: 'Spend',
  CommitmentDiscountType: 'Compute',
  CommitmentDiscountUnit: 'USD',
  CommitmentDiscountQuantity: 52.4,
  EffectiveCost: 52.4,
} as const;
const rows = Array.from({ length: 24 }, (_, hour): FocusRow => {
  const start = `2026-06-30T${String(hour).padStart(2, '0')}:00:00Z`;
  const row = { ...plan, ChargePeriodStart: start };
  return hour < 18
    ? { ...row, CommitmentDiscountStatus: 'Used', ListCost: 78.6, ContractedCost: 78.6 }
    : { ...row, CommitmentDiscountStatus: 'Unused' };
});
const bill = testBill(rows);

test('utilization is 75 %', () => {
  const query = { type: 'sp', provider: 'provider_a', start: '2026-06-30', end: '2026-06-30' };
  expect(bill.call('getCommitmentUtilization', { query }).services).toMatchObject([
    { service: 'Compute', used_hours: 943.2, purchased_hours: 1257.6, utilization_pct: 75 },
  ]);
});

test('157.20 are saved, 11.11 % of the on-demand equivalent', () => {
  expect(bill.call('getEffectiveSavingsRate', { query: { period: '2026-06' } }).totals).toEqual({
    measured: true,
    on_demand_equivalent: 1414.8,
    effective_cost: 1257.6,
    commitment_saved: 157.2,
    negotiated_saved: 0,
    total_saved: 157.2,
    commitment_rate_pct: 11.11,
    negotiated_rate_pct: 0,
    total_rate_pct: 11.11,
  });
});
