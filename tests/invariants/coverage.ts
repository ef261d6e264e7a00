import { expect } from 'vitest';
import type { TestWorld } from './support/ask.js';
import { anywhere, claims, measured, only, telling } from './support/claims.js';
import { day, daysOf } from './support/days.js';
import { everyPage } from './support/every-page.js';
import { expectDescending, expectNear, expectPercent } from './support/near.js';

const add = (rows: readonly any[], figure: string) =>
  rows.reduce((sum, row) => sum + row[figure], 0) as number;

export const coverage = claims('coverage', {
  'W29 and W30: adds up by service, by account and by instrument, with the remainder beside it': measured(
    ({ ask }) => {
      for (const provider of ['provider_a', 'provider_b']) {
        const { totals, services, accounts } = ask('getCoverageRates', { query: { provider } });
        for (const rows of [services, accounts]) {
          for (const figure of ['covered_monthly', 'on_demand_monthly']) {
            expectNear(add(rows, figure), totals[figure], rows.length);
          }
        }
        for (const { covered_monthly, on_demand_monthly, coverage_pct } of [
          totals,
          ...services,
          ...accounts,
        ]) {
          expectPercent(coverage_pct, covered_monthly, covered_monthly + on_demand_monthly);
        }
        for (const { covered_monthly, on_demand_monthly, instruments } of services) {
          if (provider === 'provider_a') expectNear(add(instruments, 'covered_monthly'), covered_monthly, 2);
          for (const one of instruments) {
            expectPercent(one.coverage_pct, one.covered_monthly, covered_monthly + on_demand_monthly);
          }
        }
      }
    },
  ),

  'W31: is not the mean of the rates of its services': telling(({ ask }) => {
    const { totals, services } = ask('getCoverageRates');
    const mean = services.reduce((sum: number, row: any) => sum + row.coverage_pct, 0) / services.length;
    expect(Math.abs(totals.coverage_pct - mean)).toBeGreaterThan(5);
  }),

  'W32: is unknown where it was not measured, and 0 where nothing is covered': only(
    ['unmeasured'],
    ({ ask }) => {
      const of = (provider: string) => ask('getCoverageRates', { query: { provider } });
      expect(of('provider_a')).toMatchObject({
        measured: false,
        totals: { coverage_pct: null, covered_monthly: null, on_demand_monthly: null },
        services: [],
        accounts: [],
      });
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
    const parts = ask('listUncoveredSpend') as any[];
    for (const provider of ['provider_a', 'provider_b']) {
      const { services, totals } = ask('getCoverageRates', { query: { provider } });
      for (const row of services) {
        const own = parts.filter((part) => part.service === row.service);
        expectNear(add(own, 'on_demand_monthly'), row.on_demand_monthly, own.length + 1);
      }
      const all = parts.filter((part) => part.provider === provider);
      expectNear(add(all, 'on_demand_monthly'), totals.on_demand_monthly, all.length + 1);
    }
  }),

  'W35: is consumed without rest': measured(({ ask }) => {
    for (const { id, consumers } of ask('getCommitmentPortfolio').rows) {
      const { covered_spend_monthly } = ask('getCommitment', { path: { commitment_id: id } });
      expectNear(add(consumers, 'covered_spend_monthly'), covered_spend_monthly ?? 0, consumers.length);
    }
  }),

  'W30 and W35: is by service what its commitments covered': measured((world) => {
    for (const provider of ['provider_a', 'provider_b']) {
      const rows = everyPage(world, 'listCommitmentCoverage', { query: { provider } }).items as any[];
      for (const { service, covered_monthly } of world.ask('getCoverageRates', { query: { provider } })
        .services) {
        const own = rows.filter((row) => row.service === service && row.usage_cost_monthly !== null);
        const held = everyPage(world, 'listCommitments', { query: { provider, status: 'cancelled' } }).items;
        const ended = everyPage(world, 'listCommitments', { query: { provider, status: 'expired' } }).items;
        // One that has ended since covered something too, and is in no row.
        const gone = [...held, ...ended].some((one: any) => one.service === service);
        if (gone) expect(add(own, 'usage_cost_monthly')).toBeLessThanOrEqual(covered_monthly + 0.05);
        else expectNear(add(own, 'usage_cost_monthly'), covered_monthly, own.length + 1);
      }
    }
  }),
});

const scopes = ['eligible', 'all'];
const dollars = [
  'on_demand_equivalent',
  'effective_cost',
  'commitment_saved',
  'negotiated_saved',
  'total_saved',
];

export const savingsRate = claims('the effective savings rate', {
  'W37 and W38: splits what was saved into what commitments and agreements earned': measured(({ ask }) => {
    for (const scope of scopes) {
      const { totals, accounts } = ask('getEffectiveSavingsRate', { query: { scope } });
      for (const rates of [totals, ...accounts.filter((one: any) => one.measured)]) {
        expectNear(rates.total_saved, rates.commitment_saved + rates.negotiated_saved, 2);
        expectNear(rates.total_saved, rates.on_demand_equivalent - rates.effective_cost, 2);
        for (const what of ['commitment', 'negotiated']) {
          expectPercent(rates[`${what}_rate_pct`], rates[`${what}_saved`], rates.on_demand_equivalent);
        }
        const sum = rates.commitment_rate_pct + rates.negotiated_rate_pct;
        expect(rates.total_rate_pct).toBe(Math.round(sum * 100) / 100);
      }
    }
  }),

  'W39: sums the measured accounts, the largest first': measured(({ ask }) => {
    for (const scope of scopes) {
      const { totals, accounts } = ask('getEffectiveSavingsRate', { query: { scope } });
      const known = accounts.filter((one: any) => one.measured);
      for (const figure of dollars) {
        expectNear(add(known, figure), totals[figure], known.length);
      }
      expectDescending(known.map((one: any) => one.on_demand_equivalent));
    }
  }),

  'W40: tells the share of what it measured, where of the rest only the bill is known': measured(
    ({ ask }) => {
      const { totals, accounts, measured_share_pct, period } = ask('getEffectiveSavingsRate', {
        query: { scope: 'all' },
      });
      const unknown = accounts.filter((one: any) => !one.measured).map((one: any) => one.account_id);
      expect(unknown.length).toBeGreaterThan(0);
      const billed = ask('getCostBreakdown', {
        path: { provider_id: 'provider_b' },
        query: {
          ...daysOf(period),
          group_by: ['account_id'],
          account_id: unknown,
          show_cost_as: 'net_amortized',
          credits: 'before',
        },
      }).total_period_cost;
      const whole = totals.on_demand_equivalent + billed;
      // A bill is in whole cents by the day, the savings rate is not.
      const share = (totals.on_demand_equivalent / whole) * 100;
      expect(Math.abs(measured_share_pct - share)).toBeLessThanOrEqual(0.006);
    },
  ),

  'W41: knows nothing of accounts that are not measured': anywhere(({ ask }) => {
    for (const scope of scopes) {
      const { totals, accounts } = ask('getEffectiveSavingsRate', { query: { scope } });
      for (const rates of [totals, ...accounts]) {
        for (const figure of [...dollars, 'commitment_rate_pct', 'negotiated_rate_pct', 'total_rate_pct']) {
          expect(rates[figure] === null, figure).toBe(!rates.measured);
        }
      }
    }
  }),

  'W42: saves the same by commitments in either scope, and more by agreement in the wider': measured(
    ({ ask }) => {
      const [eligible, all] = scopes.map(
        (scope) => ask('getEffectiveSavingsRate', { query: { scope } }).totals,
      );
      expect(eligible.on_demand_equivalent).toBeLessThanOrEqual(all.on_demand_equivalent);
      expectNear(eligible.commitment_saved, all.commitment_saved, 1);
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

const of = ({ ask }: TestWorld, commitment_type: string) =>
  ask('getCommitmentOverview', { query: { commitment_type } });

export const overview = claims('the overview', {
  'W46: shows the savings rate of the same month, and zeros where nothing is sold': measured((world) => {
    const { totals } = world.ask('getEffectiveSavingsRate');
    expect(of(world, 'all').global_esr).toBe(totals.commitment_rate_pct);
    const other = world.ask('getCommitmentOverview', { query: { provider: 'provider_b' } });
    const { accounts, ...figures } = other;
    expect(accounts).toEqual([]);
    expect(new Set(Object.values(figures))).toEqual(new Set([0]));
  }),

  'W46: adds reservations and savings plans up': measured((world) => {
    const [all, ri, sp] = ['all', 'ri', 'sp'].map((type) => of(world, type));
    for (const figure of [
      'total_committed_monthly',
      'estimated_waste_monthly',
      'potential_additional_savings_monthly',
    ]) {
      expectNear(all[figure], ri[figure] + sp[figure], 2);
    }
    for (const figure of ['commitment_count', 'waste_commitment_count', 'expiring_count']) {
      expect(all[figure]).toBe(ri[figure] + sp[figure]);
    }
    for (const figure of ['coverage_pct', 'global_esr']) {
      expect(Math.abs(all[figure] - ri[figure] - sp[figure])).toBeLessThanOrEqual(0.015);
    }
    all.accounts.forEach((account: any, i: number) => {
      for (const figure of ['monthly_saved', 'could_save_additional']) {
        expectNear(account[figure], ri.accounts[i][figure] + sp.accounts[i][figure], 2);
      }
    });
  }),

  'W46: tells of each account what the savings rate does, the largest spend first': measured((world) => {
    for (const type of ['all', 'ri', 'sp']) {
      const { accounts, ...figures } = of(world, type);
      expectDescending(accounts.map(({ monthly_spend }: any) => monthly_spend));
      expectNear(add(accounts, 'monthly_spend'), figures.total_cloud_spend_monthly, accounts.length);
      expectNear(
        add(accounts, 'could_save_additional'),
        figures.potential_additional_savings_monthly,
        accounts.length,
      );
      const [eligible, all] = scopes.map(
        (scope) => world.ask('getEffectiveSavingsRate', { query: { scope } }).accounts as any[],
      );
      expect(accounts.map(({ account_id }: any) => account_id).toSorted()).toEqual(
        all
          ?.filter((one) => one.measured)
          .map(({ account_id }) => account_id)
          .toSorted(),
      );
      for (const account of accounts) {
        const isOwn = (one: any) => one.account_id === account.account_id;
        expect(account.monthly_spend).toBe(all?.find(isOwn)?.effective_cost);
        const rates = eligible?.find(isOwn);
        if (rates === undefined || type !== 'all') continue;
        expect([account.monthly_saved, account.esr_pct]).toEqual([
          rates.commitment_saved,
          rates.commitment_rate_pct,
        ]);
      }
    }
  }),

  'W46: covers what the coverage rates say, and is so much better than a month ago': measured((world) => {
    const earlier = world.anew();
    earlier.clock.advance(-30 * day);
    for (const type of ['all', 'ri', 'sp']) {
      const { coverage_pct, coverage_delta_pp } = of(world, type);
      const then = of(earlier, type).coverage_pct;
      expect(coverage_delta_pp).toBeCloseTo(coverage_pct - then, 6);
      const { totals, services } = world.ask('getCoverageRates');
      if (type === 'all') expect(coverage_pct).toBe(totals.coverage_pct);
      const covered = services
        .flatMap((row: any) => row.instruments)
        .filter((one: any) => one.instrument === type);
      if (type !== 'all') {
        expectPercent(
          coverage_pct,
          add(covered, 'covered_monthly'),
          totals.covered_monthly + totals.on_demand_monthly,
        );
      }
    }
  }),

  'W47: counts and sums the active rows of the inventory': measured((world) => {
    const rows = ['ri', 'sp'].flatMap(
      (instrument) =>
        world.ask('listCommitmentInventory', { query: { instrument, state: 'active' } }).rows as any[],
    );
    const { totals, rows: portfolio } = world.ask('getCommitmentPortfolio', {
      query: { provider: 'provider_a' },
    });
    const figures = of(world, 'all');
    expect([figures.commitment_count, figures.expiring_count]).toEqual([
      rows.length,
      totals.expiring_within_30d,
    ]);
    expectNear(add(rows, 'committed_monthly'), figures.total_committed_monthly, rows.length);
    expectNear(add(rows, 'unused_monthly'), figures.estimated_waste_monthly, rows.length);
    expect(figures.waste_commitment_count).toBe(
      portfolio.filter(({ saturated, utilization_pct }: any) => !saturated && utilization_pct !== null)
        .length,
    );
  }),

  'W51 and W53: could save what commitments worth buying would': measured(({ ask }) => {
    for (const commitment_type of ['all', 'ri', 'sp']) {
      const worth = ask('listCommitmentRecommendations', { query: { commitment_type } }) as any[];
      const { potential_additional_savings_monthly } = ask('getCommitmentOverview', {
        query: { commitment_type },
      });
      expectNear(add(worth, 'monthly_savings'), potential_additional_savings_monthly, worth.length);
    }
  }),

  'W32: knows no rate where nothing was measured': only(['unmeasured'], (world) => {
    const { global_esr, coverage_pct, coverage_delta_pp, accounts } = of(world, 'all');
    expect([global_esr, coverage_pct, coverage_delta_pp]).toEqual([null, null, null]);
    for (const { esr_pct, monthly_saved } of accounts) expect([esr_pct, monthly_saved]).toEqual([null, null]);
  }),
});

export const uncoveredBase = claims('the uncovered base', {
  'W48, W49 and W50: gives each part a floor that fits its variability': measured(({ ask }) => {
    for (const part of ask('listUncoveredSpend')) {
      const { on_demand_hourly_avg: average, on_demand_hourly_min: floor, on_demand_monthly } = part;
      expect(floor).toBeGreaterThanOrEqual(0);
      expect(floor).toBeLessThanOrEqual(average);
      expectNear(on_demand_monthly, average * 730, 1);
      expect(Math.abs(part.volatility_ratio - (average - floor) / average)).toBeLessThanOrEqual(0.0001);
      expect(floor >= 0.8 * average).toBe(part.variability === 'steady');
      if (part.suggested_commitment_hourly === null) continue;
      expect(part.suggested_commitment_hourly).toBeLessThan(floor);
    }
  }),

  'W51: suggests what covering the floor costs at the price of a purchase': measured(({ ask }) => {
    const worth = ask('listCommitmentRecommendations') as any[];
    for (const part of ask('listUncoveredSpend')) {
      const priced = worth.find(
        (one) => one.service === part.service && one.monthly_savings !== null && one.on_demand_monthly > 10,
      );
      if (part.suggested_commitment_hourly === null || priced === undefined) continue;
      const discounted = priced.commitment_monthly / priced.on_demand_monthly;
      const { on_demand_hourly_min: floor, suggested_commitment_hourly: suggested } = part;
      expect(Math.abs(suggested - floor * discounted)).toBeLessThanOrEqual(0.0005 * (floor + 1));
    }
  }),

  'W51: has no price where none can be found': only(['failing-lookups'], ({ ask }) => {
    for (const part of ask('listUncoveredSpend')) expect(part.suggested_commitment_hourly).toBeNull();
  }),
});

export const worthBuying = claims('commitments worth buying', {
  'W51, W52 and W54: are sized on the floor and save what they say': measured(({ ask }) => {
    for (const one of ask('listCommitmentRecommendations')) {
      expect(one.instrument === 'ri').toBe(Number.isInteger(one.quantity));
      expect(one.term_months % 12).toBe(0);
      const { on_demand_monthly } = ask('getCoverageRates').services.find(
        ({ service }: any) => service === one.service,
      );
      expect(one.on_demand_monthly).toBeLessThanOrEqual(on_demand_monthly + 0.01);
      const {
        hourly_commitment_usd: hourly,
        commitment_monthly: monthly,
        upfront_usd,
        monthly_savings,
      } = one;
      // One whose price lookup failed has no figures at all.
      if (hourly === null) {
        expect([monthly, upfront_usd, monthly_savings]).toEqual([null, null, null]);
        continue;
      }
      expectNear(monthly_savings, one.on_demand_monthly - monthly, 2);
      expect(monthly_savings).toBeGreaterThanOrEqual(0);
      expectNear(monthly, hourly * 730, 1);
      expect(upfront_usd === 0).toBe(one.payment_option === 'no_upfront');
    }
  }),

  'W32 and W67: have no price where none can be found': only(['failing-lookups'], ({ ask }) => {
    const worth = ask('listCommitmentRecommendations') as any[];
    expect(worth.length).toBeGreaterThan(0);
    for (const one of worth) {
      expect([
        one.hourly_commitment_usd,
        one.commitment_monthly,
        one.upfront_usd,
        one.monthly_savings,
      ]).toEqual([null, null, null, null]);
    }
  }),

  'W53: are of one instrument or the other': measured(({ ask }) => {
    const idsOf = (commitment_type: string) =>
      ask('listCommitmentRecommendations', { query: { commitment_type } }).map(({ id }: any) => id);
    expect([...idsOf('ri'), ...idsOf('sp')].toSorted()).toEqual(idsOf('all').toSorted());
  }),
});
