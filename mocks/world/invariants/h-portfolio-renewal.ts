import { expect } from 'vitest';
import type { TestWorld } from '../testing/ask.js';
import { claims, measured } from '../testing/claims.js';
import { everyPage } from '../testing/every-page.js';

const runningOf = ({ ask }: TestWorld, query: Record<string, unknown> = {}) =>
  ask('getCommitmentPortfolio', { query }).rows as any[];
const listOf = (world: TestWorld) => everyPage(world, 'listCommitments').items as any[];
const about = (id: string) => ({ path: { commitment_id: id } });

export const portfolio = claims('the portfolio', {
  'W55: has a row for each commitment that runs': measured((world) => {
    const live = listOf(world).filter(({ status }) => ['active', 'expiring'].includes(status));
    expect(
      runningOf(world)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(live.map(({ id }) => id).toSorted());
  }),

  'W56: tells the instant of each end': measured((world) => {
    for (const { id, end_at, expires_in_seconds } of runningOf(world)) {
      expect(end_at.slice(0, 10)).toBe(listOf(world).find((row) => row.id === id).end_date);
      expect(Date.parse(end_at)).toBeGreaterThan(world.clock.now());
      expect(expires_in_seconds).toBe(
        Math.floor(Date.parse(end_at) / 1000) - Math.floor(world.clock.now() / 1000),
      );
    }
  }),

  'W57 and W59: keeps apart what renewing protects and what resizing saves': measured((world) => {
    for (const row of runningOf(world, { basis: 'list' })) {
      if (row.saturated) expect(row.rightsizing_monthly).toBe(0);
      expect(row.saturated).toBe(row.rightsizing_monthly === 0);
      const sum = row.protects_monthly + row.rightsizing_monthly;
      if (row.rightsizing_monthly === 0 || sum === 0) continue;
      expect(Object.values(row)).not.toContain(Math.round(sum * 100) / 100);
    }
  }),

  'W58: costs no more net than at list': measured((world) => {
    const list = runningOf(world, { basis: 'list' });
    runningOf(world).forEach((net, i) => {
      expect([net.id, net.utilization_pct]).toEqual([list[i].id, list[i].utilization_pct]);
      expect(net.rightsizing_monthly).toBeLessThanOrEqual(list[i].rightsizing_monthly);
      expect(net.fee_monthly_net).toBeLessThanOrEqual(net.fee_monthly_list);
    });
  }),
});

export const contracts = claims('contracts', {
  'W60 and W61: keep floor and metered charge apart, and are in no other list': measured((world) => {
    const contracts = world.ask('listContractCommitments') as any[];
    const ids = listOf(world).map(({ id }) => id);
    for (const { id, months } of contracts) {
      expect(ids).not.toContain(id);
      for (const { contract_usd, consumed_usd, metered_usd, shortfall_usd, billed_usd } of months) {
        expect(Math.min(metered_usd, shortfall_usd)).toBe(0);
        expect(billed_usd).toBeCloseTo(Math.max(contract_usd, consumed_usd), 2);
        expect(contract_usd + metered_usd).toBeCloseTo(billed_usd, 2);
      }
    }
    expect(contracts.some(({ latest_metered_usd }) => latest_metered_usd > 0)).toBe(true);
    expect(contracts.some(({ latest_metered_usd }) => latest_metered_usd === 0)).toBe(true);
  }),
});

const rowsOf = ({ contract, options }: any) => [contract, ...options] as any[];

export const renewalOptions = claims('renewal options', {
  'W62 and W65: recommend the one with the lowest yearly cost': measured((world) => {
    for (const { id } of listOf(world)) {
      for (const query of [{}, { quantity: 3 }]) {
        const rows = rowsOf(world.ask('getRenewalOptions', { ...about(id), query }));
        const [best, ...others] = rows.filter(({ recommended }) => recommended);
        expect(others).toEqual([]);
        const priced = rows.filter(({ per_year }) => per_year !== null);
        expect(best.per_year).toBe(Math.min(...priced.map(({ per_year }) => per_year)));
        if ('quantity' in query) expect(rows.every(({ quantity }) => quantity === 3)).toBe(true);
      }
    }
  }),

  'W63 and W64: cost less the longer the term and the earlier the money': measured((world) => {
    const rank = ['all_upfront', 'partial_upfront', 'no_upfront'];
    for (const { id } of listOf(world)) {
      const rows = rowsOf(world.ask('getRenewalOptions', { ...about(id), query: { quantity: 2 } })).filter(
        ({ term_total }) => term_total !== null,
      );
      for (const one of rows) {
        const hours = one.term_months * 730;
        expect(one.term_total).toBeCloseTo(one.upfront + one.recurring_hourly * hours, 1);
        for (const other of rows) {
          if (one.term_months === other.term_months) {
            if (rank.indexOf(one.payment_option) < rank.indexOf(other.payment_option)) {
              expect(one.term_total).toBeLessThanOrEqual(other.term_total);
            }
          } else if (one.payment_option === other.payment_option && one.term_months > other.term_months) {
            const perUnit = (row: any) => row.term_total / row.term_months / row.held_units_equivalent;
            expect(perUnit(one)).toBeLessThanOrEqual(perUnit(other));
          }
        }
      }
    }
  }),

  'W66: are refused for a fraction of a reservation, and priced for one of a plan': measured((world) => {
    for (const { id, kind } of listOf(world)) {
      const request = { ...about(id), query: { quantity: 2.5 } };
      if (kind === 'savings_plan' || kind === 'spend_commitment') {
        expect(world.ask('getRenewalOptions', request).contract.quantity).toBe(2.5);
      } else {
        expect(world.refusal('getRenewalOptions', request)).toMatchObject({
          status: 422,
          details: [{ loc: ['query', 'quantity'], type: 'fractional_quantity' }],
        });
      }
    }
  }),
});

export const renewalQuote = claims('a renewal quote', {
  'W67 and W68: is either priced, as the options are, or says why it is not': measured((world) => {
    for (const { id } of listOf(world)) {
      const { term, error_message, offering_id } = world.ask('getRenewalQuote', about(id));
      const { contract } = world.ask('getRenewalOptions', about(id));
      expect(term === null).toBe(error_message !== null);
      expect([contract.offering_id, contract.term_total]).toEqual([offering_id, term?.term_total ?? null]);
    }
    expect(world.ask('getRenewalQuote', about('ri-c0ffee42')).error_message).not.toBeNull();
  }),
});

export const renewal = claims('a renewal', {
  'W69: stands queued at the provider once it is bought, no earlier than is safe': measured((world) => {
    const bought = 'ri-5ea4c80f';
    expect(world.ask('getRenewal', about(bought)).created).toBe(true);
    const { buy_after_utc } = world.ask('getRenewalPlan', about(bought));
    const queued = world.ask('listCommitmentInventory', { query: { instrument: 'ri', state: 'queued' } });
    const { service } = listOf(world).find(({ id }) => id === bought);
    const [next] = queued.rows.filter((row: any) => row.service === service);
    expect(Date.parse(next.start)).toBeGreaterThanOrEqual(Date.parse(buy_after_utc.slice(0, 10)));
  }),

  'W69: is not found where none was raised': measured((world) => {
    expect(world.refusal('getRenewal', about('ri-51ced0a9')).code).toBe('NOT_FOUND');
  }),

  'W70: is safe to buy from the very end on, and waits for real recommendations': measured((world) => {
    for (const { id } of runningOf(world)) {
      const plan = world.ask('getRenewalPlan', about(id));
      expect(plan.buy_after_utc).toBe(plan.end_at);
      for (const { recommendation_id } of plan.pending_changes) {
        const found = world.ask('getRecommendation', {
          path: { recommendation_id, id: recommendation_id },
        });
        expect(found.recommendation_id).toBe(recommendation_id);
      }
    }
  }),
});
