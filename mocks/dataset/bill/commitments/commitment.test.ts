import { describe, expect, test } from 'vitest';
import { inventoryOf } from '../../../../tests/support/bill/inventory-of.js';
import {
  bill,
  hourly,
  hours,
  month,
  priced,
  rows,
  used,
  web,
} from '../../../../tests/support/bill/reserved-hours.js';
import { type FocusRow, hourReservation } from '../../../../tests/support/bill/tables-of.js';
import { testBill } from '../../../../tests/support/dataset/dataset.js';

describe('a commitment', () => {
  const path = { commitment_id: 'ri-1' };

  test('has its figures, and nothing that only the provider knows', () => {
    expect(bill.call('listCommitments').items).toEqual([
      {
        id: 'ri-1',
        provider: 'provider_a',
        service: 'Compute',
        service_label: 'Compute',
        account_id: '111111111111',
        account_name: 'web',
        region: 'north-1',
        kind: 'reserved_instance',
        start_date: '2026-06-01',
        end_date: '2026-07-01',
        status: 'active',
        current_utilization_pct: 75,
        current_coverage_pct: 37.5,
        monthly_commitment_usd: 2 * month,
      },
    ]);
    expect(bill.call('listCommitmentInventory', { query: { instrument: 'ri' } }).rows).toMatchObject([
      {
        id: 'ri-1',
        state: null,
        payment_option: null,
        term_months: null,
        start: null,
        end: null,
        qty: null,
        committed_monthly: 2 * month,
        unused_monthly: 0.5 * month,
        saved_monthly: 4 * month,
        reservation_name: 'base load',
        on_demand: { on_demand_cost: 6 * hours, covered_cost: 1.5 * hours, unit_hours: 3 * hours },
      },
    ]);
  });

  test('has no covered hours if its quantities are not in hours', () => {
    const minutes = rows.map((row) =>
      row.CommitmentDiscountUnit ? { ...row, CommitmentDiscountUnit: 'Minutes' } : row,
    );
    const { consumers } = testBill(minutes).call('getCommitment', { path });
    expect(consumers).toMatchObject([{ covered_hours: null }, { covered_hours: null }]);
  });

  test('has histories, consumers and the remainder of its service', () => {
    const detail = bill.call('getCommitment', { path });
    expect(detail.utilization_history).toHaveLength(30);
    expect(detail.utilization_history[0]).toEqual({
      date: '2026-06-01',
      utilization_pct: 75,
      purchased_hours: 96,
      used_hours: 72,
      unused_cost: 12,
    });
    expect(detail.coverage_history[29]).toEqual({ date: '2026-06-30', coverage_pct: 37.5 });
    expect(detail).toMatchObject({
      on_demand_monthly: 10 * month,
      covered_spend_monthly: 4088,
      fee_monthly_net: 2 * month,
      protects_monthly: 2628,
      rightsizing_monthly: 0.5 * month,
      utilization_slope_pp_30d: 0,
      history: [],
      recommendations: [],
      consumers: [
        { account_id: '111111111111', covered_spend_monthly: 2628, covered_hours: 2 * month },
        { account_id: '222222222222', covered_spend_monthly: 2 * month, covered_hours: month },
      ],
    });
  });

  test('has the state, term, payment and quantity of an inventory', () => {
    const entry = inventoryOf('ri-1', {
      state: 'active',
      start: Date.UTC(2025, 6, 15),
      end: Date.UTC(2026, 6, 15),
      termMonths: 12,
      paymentOption: 'no_upfront',
      quantity: 4,
    });
    const known = testBill(rows, { inventory: [entry] });
    expect(known.call('listCommitments').items).toMatchObject([
      { start_date: '2025-07-15', end_date: '2026-07-15', status: 'expiring' },
    ]);
    const query = { instrument: 'ri', state: 'active' };
    expect(known.call('listCommitmentInventory', { query }).rows).toMatchObject([
      {
        state: 'active',
        qty: 4,
        term_months: 12,
        payment_option: 'no_upfront',
        end_at: '2026-07-15T00:00:00Z',
      },
    ]);
    expect(known.call('getCommitmentOverview')).toMatchObject({
      commitment_count: 1,
      expiring_count: 1,
      total_committed_monthly: 2 * month,
      estimated_waste_monthly: 0.5 * month,
      coverage_pct: 37.5,
    });
    expect(known.call('getCommitmentPortfolio').rows).toMatchObject([
      { unit_count: 4, unit_rate_hourly: 0.5, expires_in_seconds: 14 * 86_400 },
    ]);
  });

  test('has a state in the words of the provider, and a status by its charges', () => {
    const known = testBill(rows, { inventory: [inventoryOf('ri-1', { state: 'Running' })] });
    const query = { instrument: 'ri' };
    expect(known.call('listCommitmentInventory', { query }).rows).toMatchObject([{ state: 'Running' }]);
    expect(known.call('listCommitments').items).toMatchObject([{ status: 'active' }]);
    expect(known.call('getCommitmentPortfolio').rows).toMatchObject([{ utilization_pct: 75 }]);
    expect(known.call('getCommitment', { path: { commitment_id: 'ri-1' } })).toMatchObject({
      fee_monthly_net: 2 * month,
    });
  });

  test('has the term and the upfront payment of a purchase in the data', () => {
    const purchase: FocusRow = {
      ...hourReservation,
      ...web,
      ChargeCategory: 'Purchase',
      ChargeFrequency: 'One-Time',
      BilledCost: 8760,
      ChargePeriodStart: '2026-06-01T00:00:00Z',
      ChargePeriodEnd: '2027-06-01T00:00:00Z',
    };
    const monthly: FocusRow = {
      ...{ ...purchase, ChargeFrequency: 'Recurring' },
      ...{ BilledCost: 720, ChargePeriodEnd: '2026-07-01T00:00:00Z' },
    };
    const detailOf = (...purchases: FocusRow[]) =>
      testBill([...rows, ...purchases]).call('getCommitment', { path });
    const term = { start_date: '2026-06-01', end_date: '2027-06-01', term_months: 12, status: 'active' };
    expect(detailOf(purchase)).toMatchObject({ ...term, payment_option: 'all_upfront' });
    expect(detailOf(purchase, monthly)).toMatchObject({ ...term, payment_option: 'partial_upfront' });
    // An upfront payment before the data is not known.
    expect(detailOf(monthly)).toMatchObject({ term_months: null, payment_option: null });
  });

  test('of several services covers a share of its own service', () => {
    const plan = {
      ...used,
      ...web,
      CommitmentDiscountId: 'sp-1',
      CommitmentDiscountCategory: 'Spend',
    } as const;
    const plans = testBill(
      hourly(() => [
        { ...plan, ServiceName: 'Compute', ...priced(4, 4, 3) },
        { ...plan, ServiceName: 'Database', ...priced(6, 6, 2) },
        { ServiceName: 'Compute', ...web, ...priced(1, 1, 1) },
      ]),
    );
    expect(plans.call('listCommitments').items).toMatchObject([
      { service: 'Compute', current_coverage_pct: 80, monthly_commitment_usd: 5 * month },
    ]);
    expect(plans.call('getCommitment', { path: { commitment_id: 'sp-1' } }).coverage_history[0]).toEqual({
      date: '2026-06-01',
      coverage_pct: 80,
    });
    expect(plans.call('listCommitmentCoverage').items).toMatchObject([
      { usage_cost_monthly: 10 * month, coverage_pct: 80 },
    ]);
  });

  test('that did not run for a month is not measured', () => {
    const ended = testBill([
      { ...used, ...web, ...priced(1, 1, 1), ChargePeriodStart: '2026-04-01T00:00:00Z' },
      ...hourly(() => [{ ServiceName: 'Compute', ...web, ...priced(1, 1, 1) }]),
    ]);
    expect(ended.call('listCommitments').items).toMatchObject([
      { id: 'ri-1', status: 'expired', current_utilization_pct: null, monthly_commitment_usd: null },
    ]);
    expect(ended.call('getCommitmentPortfolio').rows).toEqual([]);
  });
});
