import { expect, it } from 'vitest';
import { testDataset } from '../../../tests/support/dataset/dataset.js';

const everything = { query: { page_size: 100 } };

it('default: contains cases that distinguish a correct service from a plausible one', () => {
  const { call, clock } = testDataset();
  const ends = (state: string) =>
    call('listCommitmentInventory', { query: { instrument: 'ri', state } }).rows.map((row: any) =>
      Date.parse(row.end_at),
    );
  for (const state of ['payment-failed', 'retired'])
    expect(Math.max(...ends(state))).toBeGreaterThan(clock.now());
  const { totals, services } = call('getCoverageRates');
  const mean = services.reduce((sum: number, row: any) => sum + row.coverage_pct, 0) / services.length;
  expect(Math.abs(totals.coverage_pct - mean)).toBeGreaterThan(5);
  expect(services.some((row: any) => row.covered_monthly === 0)).toBe(true);
  const { accounts } = call('getEffectiveSavingsRate');
  const account = (name: string) => accounts.find((one: any) => one.account_name === name);
  expect(account('research').commitment_rate_pct).toBe(0);
  expect(account('research').negotiated_rate_pct).toBeGreaterThan(0);
  expect(account('data-lake').commitment_saved).toBeLessThan(0);
  const overages = call('listContractCommitments').map((one: any) => one.latest_metered_usd > 0);
  expect(new Set(overages)).toEqual(new Set([true, false]));
});

it('empty: has only providers', () => {
  const { call } = testDataset({ scenario: 'empty' });
  expect(call('listProviders')).toHaveLength(4);
  expect(call('listCommitments').pagination).toMatchObject({ total_items: 0, total_pages: 0 });
  expect(call('getCommitmentPortfolio').rows).toEqual([]);
  expect(call('getEffectiveSavingsRate')).toMatchObject({ measured_share_pct: 0, accounts: [] });
  expect(call('getCoverageRates')).toMatchObject({ measured: true, totals: { coverage_pct: null } });
});

it('unmeasured: lists commitments without utilization figures', () => {
  const { call } = testDataset({ scenario: 'unmeasured' });
  const rows = call('listCommitments', everything).items as any[];
  expect(rows.length).toBeGreaterThan(0);
  for (const { id, current_utilization_pct, current_coverage_pct } of rows) {
    expect([current_utilization_pct, current_coverage_pct]).toEqual([null, null]);
    const plan = call('getRenewalPlan', { path: { commitment_id: id } });
    expect([plan.units_consumed, plan.sizing_basis, plan.decision]).toEqual([null, null, null]);
  }
  expect(call('getEffectiveSavingsRate').totals).toMatchObject({ measured: false, total_saved: null });
  expect(call('getCommitmentOverview')).toMatchObject({ global_esr: null, coverage_pct: null });
});

it('expiring-soon: ends every active commitment within thirty days', () => {
  const { call } = testDataset({ scenario: 'expiring-soon' });
  const { rows, totals } = call('getCommitmentPortfolio');
  expect(totals.expiring_within_30d).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ status }: any) => status === 'expiring')).toBe(true);
});

it('failing-lookups: returns null and a reason instead of each price', () => {
  const { call } = testDataset({ scenario: 'failing-lookups' });
  for (const { id } of call('listCommitments', everything).items) {
    const quote = call('getRenewalQuote', { path: { commitment_id: id } });
    expect(quote.error_message).not.toBeNull();
    expect([quote.term, quote.fixed_price, quote.upfront]).toEqual([null, null, null]);
  }
  for (const one of call('listCommitmentRecommendations')) {
    expect([one.hourly_commitment_usd, one.monthly_savings]).toEqual([null, null]);
  }
});

it('large: has unique ids for a hundred thousand commitments', () => {
  const { call } = testDataset({ scenario: 'large' });
  const page = (number: number) =>
    call('listCommitments', { query: { page: number, page_size: 100 } }).items.map(({ id }: any) => id);
  expect(call('listCommitments').pagination.total_items).toBeGreaterThan(100_000);
  expect(new Set([...page(1), ...page(500), ...page(1000)]).size).toBe(300);
});
