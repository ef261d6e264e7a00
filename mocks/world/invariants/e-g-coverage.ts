import { expect } from 'vitest';
import { cents, sumOf } from '../testing/cents.js';
import { claims, measured, only, telling } from '../testing/claims.js';
import { everyPage } from '../testing/every-page.js';

/** Sums of shown figures may be off by a cent for each of them. */
const near = (one: number, other: number, terms: number) =>
  expect(Math.abs(cents(one) - cents(other))).toBeLessThanOrEqual(terms + 1);

export const coverage = claims('coverage', {
  'W29 and W30: adds up by service and by account, with the remainder beside it': measured(({ ask }) => {
    for (const provider of ['provider_a', 'provider_b']) {
      const { totals, services, accounts } = ask('getCoverageRates', { query: { provider } });
      for (const rows of [services, accounts]) {
        near(sumOf(rows, (row: any) => row.covered_monthly) / 100, totals.covered_monthly, rows.length);
        near(sumOf(rows, (row: any) => row.on_demand_monthly) / 100, totals.on_demand_monthly, rows.length);
      }
      for (const { covered_monthly, on_demand_monthly, coverage_pct } of [totals, ...services]) {
        const whole = covered_monthly + on_demand_monthly;
        expect(coverage_pct).toBeCloseTo((covered_monthly / whole) * 100, 1);
      }
    }
  }),

  'W31: is not the mean of the rates of its services': telling(({ ask }) => {
    const { totals, services } = ask('getCoverageRates');
    const mean = services.reduce((sum: number, row: any) => sum + row.coverage_pct, 0) / services.length;
    expect(Math.abs(totals.coverage_pct - mean)).toBeGreaterThan(5);
  }),

  'W32: is unknown where it was not measured, and 0 where nothing is covered': only(
    ['unmeasured'],
    ({ ask }) => {
      const of = (provider: string) => ask('getCoverageRates', { query: { provider } });
      expect(of('provider_a')).toMatchObject({ measured: false, totals: { coverage_pct: null } });
      expect(of('provider_b')).toMatchObject({
        measured: true,
        totals: { coverage_pct: 0, covered_monthly: 0 },
      });
    },
  ),

  'W33: lists services that nothing covers, which the deprecated read misses': telling((world) => {
    const { ask } = world;
    const bare = ask('getCoverageRates').services.filter((row: any) => row.covered_monthly === 0);
    expect(bare.length).toBeGreaterThan(0);
    const rows = everyPage(world, 'listCommitmentCoverage').items;
    const running = ask('getCommitmentPortfolio').rows.map(({ id }: any) => id);
    expect(rows.map(({ row_id }: any) => row_id).toSorted()).toEqual(running.toSorted());
    for (const { service } of bare) {
      expect(rows.some((row: any) => row.service === service)).toBe(false);
    }
  }),

  'W34: leaves on demand what the uncovered parts come to': measured(({ ask }) => {
    const parts = ask('listUncoveredSpend');
    for (const provider of ['provider_a', 'provider_b']) {
      for (const row of ask('getCoverageRates', { query: { provider } }).services) {
        const own = parts.filter((part: any) => part.service === row.service);
        near(sumOf(own, (part: any) => part.on_demand_monthly) / 100, row.on_demand_monthly, own.length);
      }
    }
  }),

  'W35: is consumed without rest': measured(({ ask }) => {
    for (const { id, consumers } of ask('getCommitmentPortfolio').rows) {
      const { covered_spend_monthly } = ask('getCommitment', { path: { commitment_id: id } });
      near(
        sumOf(consumers, (one: any) => one.covered_spend_monthly) / 100,
        covered_spend_monthly,
        consumers.length,
      );
    }
  }),
});

const scopes = ['eligible', 'all'];

export const savingsRate = claims('the effective savings rate', {
  'W37 and W38: splits what was saved into what commitments and agreements earned': measured(({ ask }) => {
    for (const scope of scopes) {
      const { totals, accounts } = ask('getEffectiveSavingsRate', { query: { scope } });
      for (const rates of [totals, ...accounts.filter((one: any) => one.measured)]) {
        near(rates.total_saved, rates.commitment_saved + rates.negotiated_saved, 2);
        near(rates.total_saved, rates.on_demand_equivalent - rates.effective_cost, 2);
        for (const what of ['commitment', 'negotiated', 'total']) {
          const rate = (rates[`${what}_saved`] / rates.on_demand_equivalent) * 100;
          expect(rates[`${what}_rate_pct`]).toBeCloseTo(rate, 1);
        }
      }
    }
  }),

  'W39 and W40: sums the measured accounts and tells their share': measured(({ ask }) => {
    const { totals, accounts, measured_share_pct } = ask('getEffectiveSavingsRate');
    const measured = accounts.filter((one: any) => one.measured);
    for (const figure of ['on_demand_equivalent', 'effective_cost', 'commitment_saved']) {
      near(sumOf(measured, (one: any) => one[figure]) / 100, totals[figure], measured.length);
    }
    expect(measured_share_pct).toBeGreaterThan(0);
    expect(measured_share_pct).toBeLessThan(100);
  }),

  'W42: saves the same by commitments in either scope, and more by agreement in the wider': measured(
    ({ ask }) => {
      const [eligible, all] = scopes.map(
        (scope) => ask('getEffectiveSavingsRate', { query: { scope } }).totals,
      );
      expect(eligible.on_demand_equivalent).toBeLessThanOrEqual(all.on_demand_equivalent);
      near(eligible.commitment_saved, all.commitment_saved, 1);
      expect(all.negotiated_saved).toBeGreaterThanOrEqual(eligible.negotiated_saved);
    },
  ),

  'W43 and W44: knows a discount without commitment, and a commitment that costs more than it saves': telling(
    ({ ask }) => {
      const { accounts } = ask('getEffectiveSavingsRate');
      const of = (name: string) => accounts.find((one: any) => one.account_name === name);
      expect(of('research').commitment_rate_pct).toBe(0);
      expect(of('research').negotiated_rate_pct).toBeGreaterThan(0);
      expect(of('data-lake').commitment_saved).toBeLessThan(0);
    },
  ),
});

const of = ({ ask }: any, commitment_type: string) =>
  ask('getCommitmentOverview', { query: { commitment_type } });

export const overview = claims('the overview', {
  'W46: shows the savings rate of the same month, and zeros where nothing is sold': measured((world) => {
    const { totals } = world.ask('getEffectiveSavingsRate');
    expect(of(world, 'all').global_esr).toBe(totals.commitment_rate_pct);
    const other = world.ask('getCommitmentOverview', { query: { provider: 'provider_b' } });
    expect([other.global_esr, other.commitment_count, other.accounts]).toEqual([0, 0, []]);
  }),

  'W46: adds reservations and savings plans up': measured((world) => {
    const [all, ri, sp] = ['all', 'ri', 'sp'].map((type) => of(world, type));
    for (const figure of [
      'total_committed_monthly',
      'estimated_waste_monthly',
      'potential_additional_savings_monthly',
      'commitment_count',
    ]) {
      near(all[figure], ri[figure] + sp[figure], 2);
    }
    all.accounts.forEach((account: any, i: number) => {
      near(account.monthly_saved, ri.accounts[i].monthly_saved + sp.accounts[i].monthly_saved, 2);
    });
  }),

  'W47: counts and sums the active rows of the inventory': measured((world) => {
    const rows = ['ri', 'sp'].flatMap(
      (instrument) =>
        world.ask('listCommitmentInventory', { query: { instrument, state: 'active' } }).rows as any[],
    );
    const overview = of(world, 'all');
    expect(overview.commitment_count).toBe(rows.length);
    near(sumOf(rows, (row) => row.committed_monthly) / 100, overview.total_committed_monthly, rows.length);
    near(sumOf(rows, (row) => row.unused_monthly) / 100, overview.estimated_waste_monthly, rows.length);
  }),
});

export const uncoveredBase = claims('the uncovered base', {
  'W48, W49 and W50: gives each part a floor that fits its variability': measured(({ ask }) => {
    for (const part of ask('listUncoveredSpend')) {
      const { on_demand_hourly_avg: average, on_demand_hourly_min: floor, on_demand_monthly } = part;
      expect(floor).toBeGreaterThanOrEqual(0);
      expect(floor).toBeLessThanOrEqual(average);
      expect(on_demand_monthly).toBeCloseTo(average * 730, 1);
      expect(floor >= 0.8 * average).toBe(part.variability === 'steady');
      if (part.suggested_commitment_hourly === null) continue;
      expect(part.suggested_commitment_hourly).toBeLessThan(floor);
    }
  }),
});

export const worthBuying = claims('commitments worth buying', {
  'W51, W52 and W54: are sized on the floor and save what they say': measured(({ ask }) => {
    // One whose price lookup failed has no figures to hold together.
    const priced = ask('listCommitmentRecommendations').filter((one: any) => one.monthly_savings !== null);
    for (const one of priced) {
      near(one.monthly_savings, one.on_demand_monthly - one.commitment_monthly, 2);
      expect(one.monthly_savings).toBeGreaterThanOrEqual(0);
      expect(one.commitment_monthly).toBeCloseTo(one.hourly_commitment_usd * 730, 1);
      expect(one.instrument === 'ri').toBe(Number.isInteger(one.quantity));
      const { on_demand_monthly } = ask('getCoverageRates').services.find(
        ({ service }: any) => service === one.service,
      );
      expect(one.on_demand_monthly).toBeLessThanOrEqual(on_demand_monthly + 0.01);
    }
  }),

  'W53: are of one instrument or the other': measured(({ ask }) => {
    const idsOf = (commitment_type: string) =>
      ask('listCommitmentRecommendations', { query: { commitment_type } }).map(({ id }: any) => id);
    expect([...idsOf('ri'), ...idsOf('sp')].toSorted()).toEqual(idsOf('all').toSorted());
  }),
});
