import { expect, it } from 'vitest';
import { worldOf } from '../../../tests/invariants/support/ask.js';

const everything = { query: { page_size: 100 } };

it('empty: has providers and nothing else', () => {
  const { ask } = worldOf({ scenario: 'empty' });
  expect(ask('listProviders')).toHaveLength(4);
  expect(ask('listCommitments').pagination).toMatchObject({ total_items: 0, total_pages: 0 });
  expect(ask('getCommitmentPortfolio').rows).toEqual([]);
  expect(ask('getEffectiveSavingsRate')).toMatchObject({ measured_share_pct: 0, accounts: [] });
  expect(ask('getCoverageRates')).toMatchObject({ measured: true, totals: { coverage_pct: null } });
});

it('unmeasured: knows what is held, and no figure of its use', () => {
  const { ask } = worldOf({ scenario: 'unmeasured' });
  const rows = ask('listCommitments', everything).items as any[];
  expect(rows.length).toBeGreaterThan(0);
  for (const { id, current_utilization_pct, current_coverage_pct } of rows) {
    expect([current_utilization_pct, current_coverage_pct]).toEqual([null, null]);
    const plan = ask('getRenewalPlan', { path: { commitment_id: id } });
    expect([plan.units_consumed, plan.sizing_basis, plan.decision]).toEqual([null, null, null]);
  }
  expect(ask('getEffectiveSavingsRate').totals).toMatchObject({ measured: false, total_saved: null });
  expect(ask('getCommitmentOverview')).toMatchObject({ global_esr: null, coverage_pct: null });
});

it('expiring-soon: lets every running commitment end within thirty days', () => {
  const { ask } = worldOf({ scenario: 'expiring-soon' });
  const { rows, totals } = ask('getCommitmentPortfolio');
  expect(totals.expiring_within_30d).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ status }: any) => status === 'expiring')).toBe(true);
});

it('failing-lookups: says of each price why it is missing, and of none that it is 0', () => {
  const { ask } = worldOf({ scenario: 'failing-lookups' });
  for (const { id } of ask('listCommitments', everything).items) {
    const quote = ask('getRenewalQuote', { path: { commitment_id: id } });
    expect(quote.error_message).not.toBeNull();
    expect([quote.term, quote.fixed_price, quote.upfront]).toEqual([null, null, null]);
  }
  for (const one of ask('listCommitmentRecommendations')) {
    expect([one.hourly_commitment_usd, one.monthly_savings]).toEqual([null, null]);
  }
});

it('large: tells each of a hundred thousand commitments by an id of its own', () => {
  const { ask } = worldOf({ scenario: 'large' });
  const page = (number: number) =>
    ask('listCommitments', { query: { page: number, page_size: 100 } }).items.map(({ id }: any) => id);
  expect(ask('listCommitments').pagination.total_items).toBeGreaterThan(100_000);
  expect(new Set([...page(1), ...page(500), ...page(1000)]).size).toBe(300);
});
