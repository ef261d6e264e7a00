import { expect } from 'vitest';
import type { TestWorld } from '../testing/ask.js';
import { cents, sumOf } from '../testing/cents.js';
import { claims, measured } from '../testing/claims.js';
import { everyPage } from '../testing/every-page.js';

const listOf = (world: TestWorld, query: object = {}) =>
  everyPage(world, 'listCommitments', { query: { ...query } }).items as any[];
const inventoryOf = ({ ask }: TestWorld, instrument: string, query: object = {}) =>
  ask('listCommitmentInventory', { query: { instrument, ...query } }).rows as any[];
const idsOf = (rows: readonly any[]) => rows.map(({ id }) => id).toSorted();
const states = ['active', 'queued', 'queued-deleted', 'payment-pending', 'payment-failed', 'retired'];

export const commitmentList = claims('the list of commitments', {
  'W2: does not change while the clock stands': measured((world) => {
    expect(listOf(world.anew())).toEqual(listOf(world));
  }),

  'W4: names commitments that every read about one of them finds': measured((world) => {
    for (const { id } of listOf(world)) {
      const path = { commitment_id: id };
      expect(world.ask('getCommitment', { path }).id).toBe(id);
      for (const read of ['getRenewalOptions', 'getRenewalQuote', 'getRenewalPlan'] as const) {
        expect(world.ask(read, { path }).commitment_id).toBe(id);
      }
    }
  }),

  'W6: keeps the kinds of the two providers apart, and ids unique': measured((world) => {
    const rows = listOf(world);
    expect(new Set(idsOf(rows)).size).toBe(rows.length);
    for (const { provider, kind } of rows) {
      const sold = ['reserved_instance', 'savings_plan'].includes(kind) ? 'provider_a' : 'provider_b';
      expect(provider).toBe(sold);
    }
  }),

  'W9: holds each row once, in one order, whatever the size of a page': measured(({ ask, ...world }) => {
    const whole = listOf({ ask, ...world });
    for (const page_size of [1, 4, Math.min(whole.length, 100)]) {
      const { total_pages } = ask('listCommitments', { query: { page_size } }).pagination;
      const pages = Array.from({ length: total_pages }, (_, i) =>
        ask('listCommitments', { query: { page_size, page: i + 1 } }),
      );
      expect(pages.flatMap(({ items }) => items)).toEqual(whole);
      pages.forEach(({ pagination }, i) => {
        expect(pagination).toMatchObject({
          total_items: whole.length,
          total_pages: Math.ceil(whole.length / page_size),
          has_next: i + 1 < total_pages,
          has_previous: i > 0,
        });
      });
    }
  }),

  'W10: is parted without rest by each filter, and cut by several': measured((world) => {
    const whole = listOf(world);
    for (const filter of ['provider', 'kind', 'status']) {
      const values = [...new Set(whole.map((row) => row[filter]))];
      const parts = values.map((value) => listOf(world, { [filter]: value }));
      expect(idsOf(parts.flat())).toEqual(idsOf(whole));
    }
    const both = listOf(world, { provider: 'provider_a', kind: 'savings_plan' });
    expect(both).toEqual(whole.filter((row) => row.provider === 'provider_a' && row.kind === 'savings_plan'));
  }),
});

export const inventory = claims('the inventory', {
  'W11: holds what the list does of its instruments, with the same facts': measured((world) => {
    const rows = [...inventoryOf(world, 'ri'), ...inventoryOf(world, 'sp')];
    const listed = listOf(world).filter(({ provider }) => provider === 'provider_a');
    expect(idsOf(rows)).toEqual(idsOf(listed));
    for (const row of rows) {
      const same = listed.find(({ id }) => id === row.id);
      expect([row.start, row.end, row.kind]).toEqual([same.start_date, same.end_date, same.kind]);
      expect(row.committed_monthly).toBe(same.monthly_commitment_usd);
    }
  }),

  'W12: is parted without rest by state': measured((world) => {
    for (const instrument of ['ri', 'sp']) {
      const parts = states.flatMap((state) => inventoryOf(world, instrument, { state }));
      expect(idsOf(parts)).toEqual(idsOf(inventoryOf(world, instrument)));
      for (const state of states) {
        expect(inventoryOf(world, instrument, { state }).every((row) => row.state === state)).toBe(true);
      }
    }
  }),

  'W13: knows of a failed payment and an early end, both with an end ahead': measured((world) => {
    const now = world.clock.now();
    for (const state of ['payment-failed', 'retired']) {
      const ends = inventoryOf(world, 'ri', { state }).map(({ end_at }) => Date.parse(end_at));
      expect(ends.some((end) => end > now)).toBe(true);
    }
  }),

  'W14 and W15: lets only what runs be used': measured((world) => {
    for (const instrument of ['ri', 'sp']) {
      for (const row of inventoryOf(world, instrument)) {
        const { current_utilization_pct } = listOf(world).find(({ id }) => id === row.id);
        expect(current_utilization_pct === null).toBe(row.state !== 'active');
        expect(row.unused_monthly === null).toBe(row.state !== 'active');
      }
    }
  }),

  'W17, W18 and W20: tells terms that fit together': measured((world) => {
    const year = 365 * 86_400;
    for (const row of [...inventoryOf(world, 'ri'), ...inventoryOf(world, 'sp')]) {
      const length = (Date.parse(row.end) - Date.parse(row.start)) / 1000;
      expect(Math.abs(length - (row.term_months / 12) * year)).toBeLessThanOrEqual(86_400);
      const upfront = row.kind === 'savings_plan' ? row.upfront : row.fixed_price;
      expect(upfront === 0).toBe(row.payment_option === 'no_upfront');
      expect(row.recurring_hourly === 0).toBe(row.payment_option === 'all_upfront');
      if (row.kind === 'reserved_instance') expect(row.qty).toBeGreaterThanOrEqual(1);
      else expect(row.commitment_hourly).toBeGreaterThanOrEqual(0.001);
    }
  }),

  'W19: charges a month what upfront and hourly prices come to': measured((world) => {
    for (const row of inventoryOf(world, 'ri')) {
      const hourly = row.fixed_price / (row.term_months * 730) + row.recurring_hourly;
      expect(row.committed_monthly).toBeCloseTo(hourly * row.qty * 730, 1);
    }
    for (const row of inventoryOf(world, 'sp')) {
      expect(row.committed_monthly).toBeCloseTo(row.commitment_hourly * 730, 2);
    }
  }),
});

const entriesOf = ({ ask }: TestWorld, query: Record<string, unknown>) =>
  ask('getCommitmentUtilization', { query }).services as any[];

export const utilization = claims('utilization', {
  'W21 and W23: divides used hours by purchased ones': measured((world) => {
    for (const type of ['ri', 'sp']) {
      for (const entry of entriesOf(world, { type })) {
        expect(entry.used_hours).toBeLessThanOrEqual(entry.purchased_hours);
        expect(entry.utilization_pct).toBeCloseTo((entry.used_hours / entry.purchased_hours) * 100, 1);
      }
    }
  }),

  'W24: makes a month of its days': measured((world) => {
    for (const type of ['ri', 'sp']) {
      const daily = entriesOf(world, { type });
      const monthly = entriesOf(world, { type, granularity: 'monthly' });
      expect(monthly.map(({ service }) => service)).toEqual(daily.map(({ service }) => service));
      daily.forEach((entry, i) => {
        const sum = (steps: readonly any[], month: string) =>
          steps
            .filter(({ date }) => date.startsWith(month))
            .reduce((total, step) => total + (step.capacity_used ?? step.commitment_used_usd), 0);
        for (const { date } of monthly[i].days) {
          const month = date.slice(0, 7);
          expect(sum(entry.days, month)).toBeCloseTo(sum(monthly[i].days, month), 3);
        }
      });
    }
  }),

  'W26: is the hour-weighted mean of the commitments of a service': measured((world) => {
    for (const entry of entriesOf(world, { type: 'ri' })) {
      const details = listOf(world, { kind: 'reserved_instance' })
        .filter((row) => row.service === entry.service && row.current_utilization_pct !== null)
        .map(({ id }) => world.ask('getCommitment', { path: { commitment_id: id } }));
      if (details.length !== 1) continue;
      const [{ current_utilization_pct, utilization_history: days }] = details;
      const sum = (key: string) => days.reduce((total: number, day: any) => total + day[key], 0);
      expect(current_utilization_pct).toBeCloseTo((sum('used_hours') / sum('purchased_hours')) * 100, 1);
      const ownDays = days.length === 30 && entry.days.every((day: any) => day.capacity_total > 0);
      const retired = world
        .ask('listCommitmentInventory', { query: { instrument: 'ri', state: 'retired' } })
        .rows.some(({ service }: any) => service === entry.service);
      if (ownDays && !retired) expect(entry.utilization_pct).toBeCloseTo(current_utilization_pct, 1);
    }
  }),
});

export const gridByService = claims('the grid by service', {
  'W28 and W36: tells what the other reads tell': measured((world) => {
    const grid = world.ask('getCommitmentsByService').services as any[];
    const coverage = world.ask('getCoverageRates').services as any[];
    const portfolio = world.ask('getCommitmentPortfolio').rows as any[];
    const held = new Set(listOf(world, { provider: 'provider_a' }).map(({ service }) => service));
    expect(grid.map(({ service }) => service)).toEqual([...held].toSorted());
    for (const row of grid) {
      const rates = coverage.find(({ service }) => service === row.service);
      for (const [instrument, kind] of [
        ['ri', 'reserved_instance'],
        ['sp', 'savings_plan'],
      ] as const) {
        const own = portfolio.filter((one) => one.service === row.service && one.kind === kind);
        expect(
          Math.abs(cents(row[instrument].unused_monthly ?? 0) - sumOf(own, (one) => one.rightsizing_monthly)),
        ).toBeLessThanOrEqual(own.length + 1);
        expect(row[instrument].uncovered_monthly).toBe(rates.on_demand_monthly);
        const share = rates.instruments.find((one: any) => one.instrument === instrument);
        expect(row[instrument].coverage_pct).toBe(share?.coverage_pct ?? 0);
      }
    }
  }),
});
