import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestWorld } from './support/ask.js';
import { cents, sumOf } from './support/cents.js';
import { anywhere, anywhereFor, claims } from './support/claims.js';
import { day, daysOf, isoDay } from './support/days.js';
import { everyPage } from './support/every-page.js';
import { expectPages } from './support/expect-pages.js';
import { expectAscending, expectDescending, expectPercent } from './support/near.js';

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
      const inside = days.totals_by_date.filter((one: any) => one.date.startsWith(date));
      expect(sumOf(inside, (one: any) => one.value)).toBe(cents(value));
    }
  }),

  'W83: compares each row and date with the one before': anywhereFor(
    fc.record({ provider, range, view, groupBy, granularity: fc.constantFrom('daily', 'monthly') }),
    (world, { provider, range, view, groupBy, granularity }) => {
      const query = { ...range, ...view, ...groupBy, granularity };
      const table = wholeTable(world, provider, query);
      const comparesDates = (entries: readonly any[]) => {
        expectAscending(entries.map(({ date }) => date));
        entries.forEach(({ value, change_percentage }, i) => {
          const before = i === 0 ? 0 : entries[i - 1].value;
          expectPercent(change_percentage, value - before, before);
        });
      };
      comparesDates(table.totals_by_date);
      for (const row of table.items) {
        comparesDates(row.spendings_by_date);
        if (row.previous_cost === null) expect(row.change_percentage).toBeNull();
        else expectPercent(row.change_percentage, row.cost - row.previous_cost, row.previous_cost);
      }
      // As many days, ending on the day before.
      const [first, last] = [Date.parse(table.start_date), Date.parse(table.end_date)];
      const [start, end] = [first - (last - first) - day, first - day].map(isoDay);
      const { preset, ...others } = query as Record<string, unknown>;
      const then = wholeTable(world, provider, { ...others, start, end });

      const groups = ['service', 'account_id', 'region', 'tag_value', 'virtual_tag_value'];
      for (const row of table.items) {
        if (row.previous_cost === null) continue;
        const same = then.items.find((other: any) => groups.every((group) => other[group] === row[group]));
        expect(row.previous_cost).toBe(same?.cost ?? 0);
      }
    },
  ),

  'W7, W8 and W9: holds each row once, in one order, whatever the size of a page': anywhereFor(
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
      expectPages(world, 'getCostBreakdown', { path: { provider_id: 'provider_a' }, query }, [
        page_size,
        100,
      ]);
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

  'W77: knows no costs of a provider that has none': anywhere((world) => {
    for (const provider of ['provider_c', 'provider_d']) {
      const table = wholeTable(world, provider, {});
      expect([table.total_period_cost, table.items, table.totals_by_date]).toEqual([null, [], []]);
      const path = { provider_id: provider };
      expect(world.ask('getCostTimeline', { path })).toMatchObject({ total: null, data_points: [] });
    }
  }),

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

  'W84: are summed up against last month, with the costliest services': anywhereFor(
    fc.record({ provider, credits: fc.constantFrom('before', 'after') }),
    (world, { provider, credits }) => {
      const path = { provider_id: provider };
      const summary = world.ask('getCostSummary', { path, query: { credits } });
      const { forecast_value, delta_pct_vs_last_month, actuals_through } = world.ask('getCostForecast', {
        query: { provider, credits },
      });
      expect([summary.forecasted_monthly_costs, summary.forecasted_monthly_costs_percentage]).toEqual([
        forecast_value,
        delta_pct_vs_last_month,
      ]);
      if (summary.potential_savings === null) expect(summary.potential_savings_percentage).toBeNull();
      else expectPercent(summary.potential_savings_percentage, summary.potential_savings, forecast_value);
      // The same days of last month, as far as it has them.
      const today = new Date(world.clock.now());
      const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
      const booked = today.getUTCDate() - 1;
      const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
      const ofLastMonth = (one: number) => isoDay(Date.UTC(year, month - 1, one));
      const costsOf = (query: object) => {
        const { items, total_period_cost } = wholeTable(world, provider, { credits, ...query });
        return { items: items as any[], total: total_period_cost as number };
      };
      if (booked === 0) {
        expect([summary.monthly_spending, summary.top_services]).toEqual([0, []]);
        return;
      }
      const now = costsOf({ start: `${actuals_through.slice(0, 7)}-01`, end: actuals_through });
      const then = costsOf({ start: ofLastMonth(1), end: ofLastMonth(Math.min(booked, lastDay)) });
      expectPercent(summary.monthly_spending_percentage, now.total - then.total, then.total);
      expectDescending(summary.top_services.map(({ cost }: any) => cost));
      expect(summary.top_services.map(({ cost }: any) => cost)).toEqual(
        now.items
          .map(({ cost }) => cost)
          .toSorted((one, other) => other - one)
          .slice(0, 3),
      );
      for (const { service, cost, change_percentage } of summary.top_services) {
        expect(now.items.find((row) => row.service === service).cost).toBe(cost);
        const before = then.items.find((row) => row.service === service)?.cost ?? 0;
        expectPercent(change_percentage, cost - before, before);
      }
    },
  ),

  'W77: are unknown, and not 0, for a provider without any': anywhere(({ ask }) => {
    for (const provider_id of ['provider_c', 'provider_d']) {
      const {
        provider_id: _,
        provider_name,
        credits,
        potential_savings,
        top_services,
        ...figures
      } = ask('getCostSummary', { path: { provider_id } });
      expect(new Set(Object.values(figures))).toEqual(new Set([null]));
      expect(top_services).toEqual([]);
      const overview = ask('getRecommendationOverview', { path: { provider_id } });
      expect([overview.total_spend, overview.potential_savings]).toEqual([null, potential_savings]);
    }
  }),

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
    const query = { ...daysOf(period), show_cost_as: 'net_amortized' };
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
      // Those that nothing can be grouped by hold together what has such a thing at all.
      const total = (query: object) =>
        cents(wholeTable(world, one.provider, { ...one.range, ...query }).total_period_cost);
      for (const name of ['charge_type', 'usage_type', 'platform'] as const) {
        expectAscending(options[lists[name]]);
        const parts = options[lists[name]].map((value: string) => total({ [name]: [value] }));
        const rest = total({ [name]: options[lists[name]], [`${name}_mode`]: 'exclude' });
        expect(parts.reduce((sum: number, part: number) => sum + part, rest)).toBe(total({}));
        if (name !== 'platform') expect(rest).toBe(0);
      }
      expectAscending(options.environments);
      expectAscending(options.tag_keys);
      expectAscending(options.tag_values);
      const tagged = options.tag_keys.flatMap((tag_key: string) =>
        wholeTable(world, one.provider, { ...one.range, group_by: ['tag'], tag_key: [tag_key] }).items.map(
          (row: any) => row.tag_value,
        ),
      );
      const values = tagged.filter((value: unknown) => value !== null && value !== '');
      expect(options.tag_values).toEqual([...new Set(values)].toSorted());
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

  'W85: name the virtual tag keys and what they part the costs into': anywhereFor(
    fc.record({ provider, range }),
    (world, { provider, range }) => {
      const options = (query: object) =>
        world.ask('getCostFilterOptions', { path: path(provider), query: { ...range, ...query } });
      const keys = options({}).virtual_tag_keys as any[];
      expect(keys.map(({ id }) => id)).toEqual(['vtk-cost-center', 'vtk-business-unit']);
      for (const { id, name } of keys) {
        const { virtual_tag_values } = options({ virtual_tag_key: name });
        expectAscending(virtual_tag_values);
        const table = wholeTable(world, provider, {
          ...range,
          group_by: ['virtual_tag'],
          virtual_tag_key: id,
        });
        const values = table.items.map((row: any) => row.virtual_tag_value);
        expect(virtual_tag_values).toEqual(values.toSorted());
      }
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
