import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestWorld } from '../testing/ask.js';
import { cents, sumOf } from '../testing/cents.js';
import { anywhere, anywhereFor, claims } from '../testing/claims.js';
import { everyPage } from '../testing/every-page.js';

const groups = ['service', 'account_id', 'region', 'tag', 'virtual_tag'] as const;
const dimensions = ['service', 'account_id', 'region'] as const;
const lists = {
  service: 'services',
  account_id: 'accounts',
  region: 'regions',
  tag_key: 'tag_keys',
  tag_value: 'tag_values',
  charge_type: 'charge_types',
  usage_type: 'usage_types',
  platform: 'platforms',
  environment: 'environments',
} as const;

const provider = fc.constantFrom('provider_a', 'provider_b');
const range = fc.constantFrom({}, { preset: '30D' }, { preset: '6M' });
const view = fc.record({
  show_cost_as: fc.constantFrom('unblended', 'blended', 'amortized', 'net_unblended', 'net_amortized'),
  credits: fc.constantFrom('before', 'after'),
});
const groupBy = fc
  .uniqueArray(fc.constantFrom(...groups), { minLength: 1, maxLength: 3 })
  .map((group_by) => ({
    group_by,
    ...(group_by.includes('tag') ? { tag_key: ['team'] } : {}),
    ...(group_by.includes('virtual_tag') ? { virtual_tag_key: 'vtk-cost-center' } : {}),
  }));
const filter = fc.constantFrom<Record<string, unknown>>(
  {},
  { region: ['north-1'] },
  { service: ['compute', 'virtual-machines'], service_mode: 'exclude' },
  { tag_value: ['core', 'insight'] },
  { charge_type: ['usage'] },
  { platform: ['linux'], platform_mode: 'exclude' },
  { environment: ['production'] },
  { search: 'PROD' },
  { virtual_tag_key: 'cost center', virtual_tag_value: ['Shop', '__unallocated__'] },
);

/** All rows of all pages. */
function wholeTable(world: TestWorld, provider_id: string, query: object) {
  return everyPage(world, 'getCostBreakdown', { path: { provider_id }, query: { ...query } });
}

export const breakdown = claims('a breakdown', {
  'W83: adds up over rows and dates, whatever is grouped, filtered and shown': anywhereFor(
    fc.record({
      provider,
      range,
      view,
      groupBy,
      filter,
      granularity: fc.constantFrom('daily', 'monthly'),
    }),
    (world, { provider, range, view, groupBy, filter, granularity }) => {
      const query = { ...filter, ...range, ...view, ...groupBy, granularity };
      const table = wholeTable(world, provider, query);
      expect(sumOf(table.items, (row: any) => row.cost)).toBe(cents(table.total_period_cost));
      expect(sumOf(table.totals_by_date, (entry: any) => entry.value)).toBe(cents(table.total_period_cost));
      for (const row of table.items) {
        expect(sumOf(row.spendings_by_date, (entry: any) => entry.value)).toBe(cents(row.cost));
      }
    },
  ),

  'W83: comes to the same total however it is grouped': anywhereFor(
    fc.record({ provider, range, view, groupBy, filter }),
    (world, { provider, range, view, groupBy, filter }) => {
      if ('virtual_tag_value' in filter) return;
      const total = (query: object) =>
        wholeTable(world, provider, { ...filter, ...range, ...view, ...query }).total_period_cost;
      expect(total(groupBy)).toBe(total({}));
    },
  ),

  'W83: makes an outer group of its inner ones': anywhereFor(
    fc.record({ provider, range, view }),
    (world, { provider, range, view }) => {
      const outer = wholeTable(world, provider, { ...range, ...view });
      const inner = wholeTable(world, provider, {
        ...range,
        ...view,
        group_by: ['service', 'region', 'account_id'],
      });
      for (const row of outer.items) {
        const parts = inner.items.filter(({ service }: any) => service === row.service);
        expect(sumOf(parts, (part: any) => part.cost)).toBe(cents(row.cost));
      }
    },
  ),

  'W83: makes a month of its days': anywhere((world) => {
    const [days, months] = ['daily', 'monthly'].map((granularity) =>
      wholeTable(world, 'provider_a', { preset: '6M', granularity }),
    );
    for (const { date, value } of months.totals_by_date) {
      const inside = days.totals_by_date.filter((day: any) => day.date.startsWith(date));
      expect(sumOf(inside, (day: any) => day.value)).toBe(cents(value));
    }
  }),

  'W9: holds each row once, in one order, whatever the size of a page': anywhereFor(
    fc.record({
      groupBy,
      sort_by: fc.constantFrom(
        'service',
        'account_id',
        'region',
        'cost',
        'previous_cost',
        'change_percentage',
      ),
      sort_order: fc.constantFrom('asc', 'desc'),
      page_size: fc.integer({ min: 1, max: 7 }),
    }),
    (world, { groupBy, page_size, ...sort }) => {
      const query = { ...groupBy, ...sort };
      const whole = wholeTable(world, 'provider_a', query);
      const pages = Math.ceil(whole.items.length / page_size);
      const rows = Array.from({ length: pages }, (_, i) =>
        world.ask('getCostBreakdown', {
          path: { provider_id: 'provider_a' },
          query: { ...query, page: i + 1, page_size },
        }),
      ).flatMap(({ items }) => items);
      expect(rows).toEqual(whole.items);
    },
  ),

  'W78: takes credits off at provider_b alone': anywhereFor(
    fc.record({ range, view }),
    (world, { range, view }) => {
      const total = (provider: string, credits: string) =>
        wholeTable(world, provider, { ...range, ...view, credits }).total_period_cost;
      expect(total('provider_b', 'before')).toBeGreaterThanOrEqual(total('provider_b', 'after'));
      expect(total('provider_a', 'before')).toBe(total('provider_a', 'after'));
    },
  ),

  'costs no more at negotiated prices': anywhereFor(range, (world, dates) => {
    const total = (show_cost_as: string) =>
      wholeTable(world, 'provider_a', { ...dates, show_cost_as }).total_period_cost;
    expect(total('net_unblended')).toBeLessThanOrEqual(total('unblended'));
    expect(total('net_amortized')).toBeLessThanOrEqual(total('amortized'));
  }),
});

export const costsElsewhere = claims('costs as other reads tell them', {
  'W84: come to one total on timeline, summary and every breakdown': anywhereFor(
    fc.record({ provider, credits: fc.constantFrom('before', 'after') }),
    (world, one) => {
      const path = { provider_id: one.provider };
      const { credits } = one;
      const summary = world.ask('getCostSummary', { path, query: { credits } });
      const timeline = world.ask('getCostTimeline', { path, query: { credits } });
      expect(timeline.total).toBe(summary.monthly_spending);
      for (const dimension of dimensions) {
        const table = wholeTable(world, one.provider, { credits, group_by: [dimension] });
        expect(table.total_period_cost).toBe(summary.monthly_spending);
      }
    },
  ),

  'W84: split the points of a timeline without rest, as the breakdown does': anywhereFor(
    fc.record({ provider, range, dimension: fc.constantFrom(...dimensions) }),
    (world, one) => {
      const query = { ...one.range, granularity: 'monthly' };
      const path = { provider_id: one.provider };
      const timeline = world.ask('getCostTimeline', { path, query: { ...query, dimension: one.dimension } });
      const table = wholeTable(world, one.provider, { ...query, group_by: [one.dimension] });
      expect(sumOf(timeline.data_points, (point: any) => point.amount)).toBe(cents(timeline.total));
      timeline.data_points.forEach((point: any, at: number) => {
        expect(sumOf(point.parts, (part: any) => part.amount)).toBe(cents(point.amount));
        for (const { value, amount } of point.parts) {
          const row = table.items.find((item: any) => item[one.dimension] === value);
          expect(row.spendings_by_date[at]).toMatchObject({ date: point.date, value: amount });
        }
      });
    },
  ),

  'W45: are the effective cost and the on-demand equivalent of the savings rate': anywhere((world) => {
    const { period, totals } = world.ask('getEffectiveSavingsRate', { query: { scope: 'all' } });
    if (!totals.measured) return;
    const [year, month] = period.split('-').map(Number);
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const query = { start: `${period}-01`, end: `${period}-${days}`, show_cost_as: 'net_amortized' };
    const table = wholeTable(world, 'provider_a', {
      ...query,
      group_by: ['account_id', 'service', 'region'],
    });
    const tolerance = Math.max(0.01 * table.items.length, 1e-6 * table.total_period_cost);
    expect(Math.abs(table.total_period_cost - totals.effective_cost)).toBeLessThanOrEqual(tolerance);
  }),
});

const path = (one: string) => ({ provider_id: one });
const chosen = fc.constantFrom<Record<string, unknown>>(
  {},
  { service: ['compute', 'virtual-machines'] },
  { region: ['west-1'] },
  { tag_key: ['team'], account_id: ['100200300402', 'prj-analytics'] },
  { tag_value: ['core', 'media'] },
  { environment: ['production'], charge_type: ['usage'] },
  { virtual_tag_key: 'vtk-cost-center', virtual_tag_value: ['Data'] },
);

export const filterOptions = claims('filter options', {
  'W85: each lead to a row in the place of the choice in their own menu': anywhereFor(
    fc.record({ provider, range, chosen }),
    (world, one) => {
      const query = { ...one.range, ...one.chosen };
      const options = world.ask('getCostFilterOptions', { path: path(one.provider), query });
      for (const [name, list] of Object.entries(lists)) {
        for (const value of options[list]) {
          const table = wholeTable(world, one.provider, { ...query, [name]: [value] });
          expect(table.items.length, `${name}=${value}`).toBeGreaterThan(0);
        }
      }
    },
  ),

  'W85: are all there are: together they hold every row': anywhereFor(
    fc.record({ provider, range }),
    (world, one) => {
      const options = world.ask('getCostFilterOptions', { path: path(one.provider), query: one.range });
      for (const name of dimensions) {
        const table = wholeTable(world, one.provider, { ...one.range, group_by: [name] });
        expect(table.items.map((row: any) => row[name]).toSorted()).toEqual(options[lists[name]]);
      }
    },
  ),

  'W85: do not change with a choice in their own menu': anywhereFor(
    fc.record({ provider, own: fc.constantFrom(...(Object.keys(lists) as (keyof typeof lists)[])) }),
    (world, { provider, own }) => {
      const all = world.ask('getCostFilterOptions', { path: path(provider) })[lists[own]];
      if (all.length === 0) return;
      const narrowed = world.ask('getCostFilterOptions', {
        path: path(provider),
        query: { [own]: [all[0]] },
      });
      expect(narrowed[lists[own]]).toEqual(all);
    },
  ),

  'W85: never grow when another filter is added': anywhereFor(
    fc.record({ provider, chosen }),
    (world, { provider, chosen }) => {
      const before = world.ask('getCostFilterOptions', { path: path(provider) });
      const after = world.ask('getCostFilterOptions', { path: path(provider), query: chosen });
      for (const list of Object.values(lists))
        expect(before[list]).toEqual(expect.arrayContaining(after[list]));
    },
  ),

  'W3: name every service and account of the commitments': anywhere((world) => {
    const held = ['active', 'expiring'].flatMap(
      (status) => everyPage(world, 'listCommitments', { query: { status } }).items,
    );
    expect(held.length).toBeGreaterThan(0);
    for (const { provider, service, account_id } of held) {
      const options = world.ask('getCostFilterOptions', { path: path(provider), query: { preset: '6M' } });
      expect(options.services).toContain(service);
      expect(options.accounts).toContain(account_id);
    }
  }),
});
