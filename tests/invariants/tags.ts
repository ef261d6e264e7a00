import fc from 'fast-check';
import { expect } from 'vitest';
import { cents, sumOf } from '../support/dataset/cents.js';
import type { TestDataset } from '../support/dataset/dataset.js';
import { everyPage } from '../support/dataset/every-page.js';
import { type Invariants, monthOf, sampled } from './support.js';

const key_id = 'vtk-cost-center';
const providers = ['provider_a', 'provider_b'];

const when = (dimension: string, operator: string, ...values: string[]) => ({
  rules: [{ conditions: [{ dimension, operator, values }] }],
});
const ofTeam = {
  rules: [{ conditions: [{ dimension: 'tag', key: 'team', operator: 'is', values: ['data'] }] }],
};
const splits = [
  { value: 'A', pct: 30 },
  { value: 'C', pct: 70 },
];
const config = fc.record({
  filter: fc.constantFrom(
    { rules: [] },
    ofTeam,
    when('account', 'contains', 'storefront', 'data'),
    when('region', 'ends_with', '-1'),
    when('charge_type', 'contains', 'usage'),
  ),
  time_frame: fc.constantFrom(null, { start: '2026-06-04', end: null }),
  assign: fc.constantFrom(
    { type: 'value', value: 'A' },
    { type: 'percent', splits },
    { type: 'cost_based', input_filter: ofTeam, source: { origin: 'provider', key: 'team' } },
    { type: 'cost_based', input_filter: ofTeam, source: { origin: 'virtual', key: 'Business unit' } },
  ),
});
const anyRules = fc.record({
  effective_from: fc.constantFrom('2024-06', null),
  can_override: fc.boolean(),
  collapsed_keys: fc.subarray([
    { source: { origin: 'provider', key: 'env' }, value_prefix: 'env-' },
    { source: { origin: 'virtual', key: 'vtk-business-unit' } },
  ]),
  configs: fc.array(config, { maxLength: 3 }),
});

/** Replaces the key's rules in a new dataset of the same seed, completes the job, and returns the key. */
function withRules(dataset: TestDataset, rules: object): { key: any; after: TestDataset } {
  const after = dataset.fresh();
  const put = (description: string, expected_version: number) => {
    const body = { name: 'Cost center', description, expected_version, ...rules };
    return after.call('updateVirtualTagKey', { path: { key_id }, body }).key;
  };
  put('new rules', 7);
  after.clock.advance(60_000);
  return { key: put('the same rules', 8), after };
}

const rowsBy = (dataset: TestDataset, provider_id: string, { start, end }: { start: string; end: string }) =>
  everyPage(dataset, 'getCostBreakdown', {
    path: { provider_id },
    query: { group_by: ['virtual_tag'], virtual_tag_key: key_id, start, end },
  });

/** Invariants of virtual tag keys with any rules, in every dataset with data. */
export const tags: Invariants = {
  'a tag key allocates all spend of its providers, and matches the breakdown': sampled(
    anyRules,
    (dataset, rules) => {
      const { key, after } = withRules(dataset, rules);
      const tables = providers.map((provider) => rowsBy(after, provider, key.window));
      // Every figure is rounded to cents.
      const near = (sum: number, spend: number, terms: number, name = '') =>
        expect(Math.abs(sum - cents(spend)), name).toBeLessThanOrEqual(1 + terms);
      near(
        sumOf(tables, (table) => table.total_period_cost),
        key.total_spend,
        tables.length,
      );
      const rows = tables.flatMap(({ items }) => items as any[]);
      for (const { name, spend } of [
        ...key.values,
        { name: '__unallocated__', spend: key.unallocated_spend },
      ]) {
        const own = rows.filter((row) => row.virtual_tag_value === name);
        near(
          sumOf(own, (row) => row.cost),
          spend,
          own.length,
          name,
        );
      }
    },
  ),

  'the spend of months before the start of the rules is unchanged': (dataset) => {
    const month = monthOf(dataset, 1);
    const before = rowsBy(dataset, 'provider_a', month);
    const { after } = withRules(dataset, { configs: [], collapsed_keys: [] });
    expect(rowsBy(after, 'provider_a', month)).toEqual(before);
  },
};
