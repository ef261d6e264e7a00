import { expect } from 'vitest';
import type { TestDataset } from '../support/dataset/dataset.js';
import { add, day, expectPercent, type Invariants } from './support.js';

const esrOf = ({ call }: TestDataset, scope: string) => call('getEffectiveSavingsRate', { query: { scope } });
const overviewOf = ({ call }: TestDataset, commitment_type: string) =>
  call('getCommitmentOverview', { query: { commitment_type } });
const types = ['all', 'ri', 'sp'];

/** Invariants of savings and coverage of measured commitments. */
export const savings: Invariants = {
  'an account of the overview spends its effective cost': (dataset) => {
    const { accounts: rates } = esrOf(dataset, 'all');
    for (const type of types) {
      for (const { account_id, monthly_spend } of overviewOf(dataset, type).accounts)
        expect(monthly_spend).toBe(rates.find((one: any) => one.account_id === account_id).effective_cost);
    }
  },

  'the coverage of the overview is that of its instruments, and is compared with 30 days ago': (dataset) => {
    const earlier = dataset.fresh();
    earlier.clock.advance(-30 * day);
    const { totals, services } = dataset.call('getCoverageRates');
    const whole = totals.covered_monthly + totals.on_demand_monthly;
    for (const type of types) {
      const { coverage_pct, coverage_delta_pp } = overviewOf(dataset, type);
      expect(coverage_delta_pp).toBeCloseTo(coverage_pct - overviewOf(earlier, type).coverage_pct, 6);
      if (type === 'all') continue;
      const instruments = services.flatMap((row: any) => row.instruments);
      const own = instruments.filter(({ instrument }: any) => instrument === type);
      expectPercent(coverage_pct, add(own, 'covered_monthly'), whole);
    }
  },

  'the overview counts what expires and what has unused commitment': (dataset) => {
    const { totals, rows } = dataset.call('getCommitmentPortfolio', { query: { provider: 'provider_a' } });
    const wasting = rows.filter((one: any) => !one.saturated && one.utilization_pct !== null);
    expect(overviewOf(dataset, 'all')).toMatchObject({
      expiring_count: totals.expiring_within_30d,
      waste_commitment_count: wasting.length,
    });
  },

  'recommended purchases fit the on-demand spend': ({ call }) => {
    const { services } = call('getCoverageRates');
    for (const one of call('listCommitmentRecommendations')) {
      const { on_demand_monthly } = services.find(({ service }: any) => service === one.service);
      expect(one.on_demand_monthly).toBeLessThanOrEqual(on_demand_monthly + 0.01);
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
