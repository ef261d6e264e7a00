import { expect } from 'vitest';
import type { TestDataset } from '../support/dataset.js';
import { add, day, expectNear, expectPercent, type Invariants } from './support.js';

const esrOf = ({ call }: TestDataset, scope: string) => call('getEffectiveSavingsRate', { query: { scope } });
const overviewOf = ({ call }: TestDataset, commitment_type: string) =>
  call('getCommitmentOverview', { query: { commitment_type } });
const types = ['all', 'ri', 'sp'];

/** Invariants of savings and coverage of measured commitments. */
export const savings: Invariants = {
  'the measured share is the on-demand equivalent divided by itself plus the bill of unmeasured accounts': (
    dataset,
  ) => {
    const { totals, accounts, measured_share_pct, period } = esrOf(dataset, 'all');
    const unknown = accounts.filter((one: any) => !one.measured).map((one: any) => one.account_id);
    expect(unknown.length).toBeGreaterThan(0);
    const [year, month] = period.split('-').map(Number);
    const { total_period_cost: billed } = dataset.call('getCostBreakdown', {
      path: { provider_id: 'provider_b' },
      query: {
        start: `${period}-01`,
        end: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10),
        group_by: ['account_id'],
        account_id: unknown,
        show_cost_as: 'net_amortized',
        credits: 'before',
      },
    });
    const share = (totals.on_demand_equivalent / (totals.on_demand_equivalent + billed)) * 100;
    // A bill is rounded to cents each day, the savings rate is not.
    expect(Math.abs(measured_share_pct - share)).toBeLessThanOrEqual(0.006);
  },

  'the overview and the savings rate agree on each account': (dataset) => {
    const [eligible, all] = ['eligible', 'all'].map((scope) => esrOf(dataset, scope));
    expect(overviewOf(dataset, 'all').global_esr).toBe(eligible.totals.commitment_rate_pct);
    for (const type of types) {
      const { accounts, ...figures } = overviewOf(dataset, type);
      expectNear(add(accounts, 'monthly_spend'), figures.total_cloud_spend_monthly, accounts.length);
      const potential = figures.potential_additional_savings_monthly;
      expectNear(add(accounts, 'could_save_additional'), potential, accounts.length);
      for (const account of accounts) {
        const isOwn = (one: any) => one.account_id === account.account_id;
        expect(account.monthly_spend).toBe(all.accounts.find(isOwn).effective_cost);
        const rates = eligible.accounts.find(isOwn);
        if (rates === undefined || type !== 'all') continue;
        expect([account.monthly_saved, account.esr_pct]).toEqual([
          rates.commitment_saved,
          rates.commitment_rate_pct,
        ]);
      }
    }
  },

  'the overview matches the coverage rates, and compares them with 30 days ago': (dataset) => {
    const earlier = dataset.fresh();
    earlier.clock.advance(-30 * day);
    const { totals, services } = dataset.call('getCoverageRates');
    for (const type of types) {
      const { coverage_pct, coverage_delta_pp } = overviewOf(dataset, type);
      expect(coverage_delta_pp).toBeCloseTo(coverage_pct - overviewOf(earlier, type).coverage_pct, 6);
      const own = services
        .flatMap((row: any) => row.instruments)
        .filter((one: any) => type === 'all' || one.instrument === type);
      const whole = totals.covered_monthly + totals.on_demand_monthly;
      expectPercent(
        coverage_pct,
        type === 'all' ? totals.covered_monthly : add(own, 'covered_monthly'),
        whole,
      );
    }
  },

  'the overview sums the active rows of the inventory, and counts those with unused commitment': (
    dataset,
  ) => {
    const rows = ['ri', 'sp'].flatMap(
      (instrument) =>
        dataset.call('listCommitmentInventory', { query: { instrument, state: 'active' } }).rows as any[],
    );
    const { totals, rows: portfolio } = dataset.call('getCommitmentPortfolio', {
      query: { provider: 'provider_a' },
    });
    const figures = overviewOf(dataset, 'all');
    expect(figures.expiring_count).toBe(totals.expiring_within_30d);
    expectNear(add(rows, 'committed_monthly'), figures.total_committed_monthly, rows.length);
    expectNear(add(rows, 'unused_monthly'), figures.estimated_waste_monthly, rows.length);
    const wasting = portfolio.filter((one: any) => !one.saturated && one.utilization_pct !== null);
    expect(figures.waste_commitment_count).toBe(wasting.length);
  },

  'recommended purchases match the potential savings, and fit the on-demand spend': (dataset) => {
    for (const commitment_type of types) {
      const purchases = dataset.call('listCommitmentRecommendations', {
        query: { commitment_type },
      }) as any[];
      const { potential_additional_savings_monthly: potential } = overviewOf(dataset, commitment_type);
      expectNear(add(purchases, 'monthly_savings'), potential, purchases.length);
      for (const one of purchases) {
        const isOwn = ({ service }: any) => service === one.service;
        const { on_demand_monthly } = dataset.call('getCoverageRates').services.find(isOwn);
        expect(one.on_demand_monthly).toBeLessThanOrEqual(on_demand_monthly + 0.01);
      }
    }
  },

  'the floor of each uncovered part matches its variability': ({ call }) => {
    for (const part of call('listUncoveredSpend')) {
      const { on_demand_hourly_avg: average, on_demand_hourly_min: floor } = part;
      expectNear(part.on_demand_monthly, average * 730, 1);
      expect(Math.abs(part.volatility_ratio - (average - floor) / average)).toBeLessThanOrEqual(0.0001);
      expect(floor >= 0.8 * average).toBe(part.variability === 'steady');
    }
  },

  'a contract has a metered charge above its floor and a shortfall below it': ({ call }) => {
    for (const { contract_usd, consumed_usd, metered_usd, shortfall_usd } of call(
      'listContractCommitments',
    ).flatMap(({ months }: any) => months)) {
      expect(metered_usd).toBeCloseTo(Math.max(0, consumed_usd - contract_usd), 2);
      expect(shortfall_usd).toBeCloseTo(Math.max(0, contract_usd - consumed_usd), 2);
    }
  },
};
