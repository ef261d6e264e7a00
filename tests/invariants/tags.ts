import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestWorld } from './support/ask.js';
import { cents, sumOf } from './support/cents.js';
import { anywhere, anywhereFor, claims } from './support/claims.js';
import { isoDay } from './support/days.js';
import { everyPage } from './support/every-page.js';
import { expectDescending } from './support/near.js';

const key_id = 'vtk-cost-center';
const providers = ['provider_a', 'provider_b'];
const condition = fc.oneof(
  fc.record({
    dimension: fc.constant('account'),
    operator: fc.constantFrom('is', 'is_not', 'contains'),
    values: fc.subarray(['storefront', 'platform', 'analytics', 'data']),
  }),
  fc.record({
    dimension: fc.constant('tag'),
    key: fc.constantFrom('team', 'env', 'none'),
    operator: fc.constantFrom('is', 'starts_with', 'not_flexible_match'),
    values: fc.subarray(['checkout', 'data', 'PRODUCTION']),
  }),
  fc.record({
    dimension: fc.constantFrom('charge_type', 'region', 'service', 'usage_unit', 'category', 'marketplace'),
    operator: fc.constantFrom('contains', 'ends_with'),
    values: fc.subarray(['usage', '-1', 'e', 'hour', 'true']),
  }),
);
const filter = fc.record({
  rules: fc.array(fc.record({ conditions: fc.array(condition, { minLength: 1, maxLength: 2 }) }), {
    maxLength: 2,
  }),
});
const assign = fc.oneof(
  fc.record({ type: fc.constant('value'), value: fc.constantFrom('A', 'B') }),
  fc.integer({ min: 1, max: 99 }).map((pct) => ({
    type: 'percent',
    splits: [
      { value: 'A', pct },
      { value: 'C', pct: 100 - pct },
    ],
  })),
  fc.record({
    type: fc.constant('cost_based'),
    input_filter: filter,
    source: fc.constantFrom({ origin: 'provider', key: 'team' }, { origin: 'virtual', key: 'Business unit' }),
  }),
);
const anyRules = fc.record({
  effective_from: fc.constantFrom('2024-06', null),
  can_override: fc.boolean(),
  collapsed_keys: fc.subarray([
    { source: { origin: 'provider', key: 'env' }, value_prefix: 'env-' },
    { source: { origin: 'virtual', key: 'vtk-business-unit' } },
  ]),
  configs: fc.array(
    fc.record({
      filter,
      time_frame: fc.constantFrom(null, { start: '2026-06-04', end: null }),
      assign,
    }),
    { maxLength: 3 },
  ),
});

/** Replaces the key's rules, lets the job end, and looks at the key: in the same world anew. */
function withRules(world: TestWorld, rules: object): { key: any; after: TestWorld } {
  const after = world.anew();
  const put = (description: string, expected_version: number) => {
    const body = { name: 'Cost center', description, expected_version, ...rules };
    return after.ask('updateVirtualTagKey', { path: { key_id }, body }).key;
  };
  put('new rules', 7);
  after.clock.advance(60_000);
  return { key: put('the same rules', 8), after };
}

function rowsBy(world: TestWorld, provider_id: string, { start, end }: { start: string; end: string }): any {
  return everyPage(world, 'getCostBreakdown', {
    path: { provider_id },
    query: { group_by: ['virtual_tag'], virtual_tag_key: key_id, start, end },
  });
}

export const tagKey = claims('a virtual tag key', {
  'W90: sorts all spend of its providers without rest, as the breakdown does': anywhereFor(
    anyRules,
    (world, rules) => {
      const { key, after } = withRules(world, rules);
      expect(sumOf(key.values, (value: any) => value.spend) + cents(key.unallocated_spend)).toBe(
        cents(key.total_spend),
      );
      const tables = providers.map((provider) => rowsBy(after, provider, key.window));
      expect(sumOf(tables, (table) => table.total_period_cost)).toBe(cents(key.total_spend));
      const rows = tables.flatMap(({ items }) => items);
      const costOf = (name: string) =>
        sumOf(
          rows.filter((row: any) => row.virtual_tag_value === name),
          (row: any) => row.cost,
        );
      for (const { name, spend } of key.values) expect(costOf(name), name).toBe(cents(spend));
      expect(costOf('__unallocated__')).toBe(cents(key.unallocated_spend));
    },
  ),

  'W90: counts no resource under a value that it does not have': anywhere((world) => {
    const all = { filter: { rules: [] }, time_frame: null, assign: { type: 'value', value: 'All' } };
    const { key } = withRules(world, { configs: [all], effective_from: '2024-06' });
    expect(key.values).toHaveLength(1);
    expect(key.values[0]).toMatchObject({ spend: key.total_spend, resource_count: key.resource_count });
    expect(key.resource_count).toBeGreaterThan(0);
  }),

  'W91: keeps the spend of months before its rules began': anywhere((world) => {
    const now = new Date(world.clock.now());
    const [start, end] = [
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1),
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0),
    ].map(isoDay) as [string, string];
    const before = rowsBy(world, 'provider_a', { start, end });
    const { after } = withRules(world, { configs: [], collapsed_keys: [] });
    expect(rowsBy(after, 'provider_a', { start, end })).toEqual(before);
  }),

  'W90: lists its values by what they spend, and says who looks at it': anywhereFor(
    anyRules,
    (world, rules) => {
      const { key } = withRules(world, rules);
      expectDescending(key.values.map(({ spend }: any) => spend));
      expect(key.providers).toEqual(providers);
      expect(key.dependents).toEqual([{ id: 'vtk-business-unit', name: 'Business unit' }]);
    },
  ),

  'W91: keeps its rules as they were sent, numbered from 0': anywhereFor(anyRules, (world, rules) => {
    const { key } = withRules(world, rules);
    for (const list of ['configs', 'collapsed_keys'] as const) {
      expect(key[list].map(({ position }: any) => position)).toEqual(key[list].map((_: any, i: number) => i));
      expect(key[list]).toHaveLength(rules[list].length);
    }
    rules.configs.forEach(({ assign, filter }, i) => {
      expect(key.configs[i].assign).toMatchObject(assign);
      expect(key.configs[i].filter.rules).toHaveLength(filter.rules.length);
      filter.rules.forEach(({ conditions }, at) => {
        const kept = key.configs[i].filter.rules[at].conditions;
        expect(kept).toHaveLength(conditions.length);
        conditions.forEach((condition, j) => {
          expect(kept[j]).toMatchObject(condition);
        });
      });
    });
    rules.collapsed_keys.forEach(({ source }, i) => {
      expect(key.collapsed_keys[i].source).toMatchObject(source);
    });
  }),

  'W91: counts its version up, and its job goes on month by month': anywhere((world) => {
    const after = world.anew();
    const put = (expected_version: number) =>
      after.ask('updateVirtualTagKey', {
        path: { key_id },
        body: {
          name: 'Cost center',
          description: `version ${expected_version}`,
          effective_from: '2024-06',
          expected_version,
        },
      });
    const first = put(7);
    expect([first.key.rules_version, first.job.status, first.job.periods_done]).toEqual([8, 'queued', 0]);
    expect(first.key.job).toEqual(first.job);
    const [from, to] = [first.job.from_period, first.job.to_period].map((period) => {
      const [year, month] = period.split('-').map(Number);
      return year * 12 + month;
    }) as [number, number];
    expect(first.job.periods_total).toBe(to - from + 1);
    const stale = after.refusal('updateVirtualTagKey', {
      path: { key_id },
      body: { name: 'Cost center', expected_version: 7 },
    });
    expect(stale).toMatchObject({ status: 409, details: { expected_version: 7, current_version: 8 } });
    // The same rules again start no other job, so each write tells how far the first has come.
    after.clock.advance(4500);
    const second = put(8);
    expect(second.key.rules_version).toBe(9);
    expect([second.job, second.key.job]).toEqual([
      null,
      { ...first.job, status: 'running', periods_done: 2 },
    ]);
    after.clock.advance(3600_000);
    const third = put(9);
    expect(third.key.rules_version).toBe(10);
    const { job } = third.key;
    expect([job.status, job.periods_done, job.error]).toEqual(['succeeded', first.job.periods_total, null]);
    expect(job.finished_at).not.toBeNull();
  }),
});
