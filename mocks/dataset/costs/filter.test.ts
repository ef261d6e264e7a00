import { describe, expect, test } from 'vitest';
import { cents } from '../../../tests/support/dataset/cents.js';
import { testDataset } from '../../../tests/support/dataset/dataset.js';

const { call } = testDataset();
const path = { provider_id: 'provider_a' };
const costOf = (query: object = {}): number =>
  cents(call('getCostBreakdown', { path, query: { ...query } }).total_period_cost);
const optionsOf = (query: object = {}) => call('getCostFilterOptions', { path, query: { ...query } });

const filters = [
  ['service', 'compute', 'services'],
  ['account_id', '100200300402', 'accounts'],
  ['region', 'west-1', 'regions'],
  ['tag_key', 'team', 'tag_keys'],
  ['tag_value', 'data', 'tag_values'],
  ['charge_type', 'usage', 'charge_types'],
  ['usage_type', 'storage:standard', 'usage_types'],
  ['platform', 'linux', 'platforms'],
  ['environment', 'production', 'environments'],
] as const;
/** Filter options of single-valued dimensions. */
const lists = ['services', 'accounts', 'regions', 'usage_types', 'platforms'];

describe.each(filters)('%s=%s', (name, value, own) => {
  const included = { [name]: [value] };
  const excluded = { ...included, [`${name}_mode`]: 'exclude' };

  test('splits the costs of a breakdown into included and excluded costs', () => {
    expect(costOf(included)).toBeGreaterThan(0);
    expect(costOf(excluded)).toBeGreaterThan(0);
    // Each total is rounded to cents.
    expect(Math.abs(costOf(included) + costOf(excluded) - costOf())).toBeLessThanOrEqual(1);
  });

  test('narrows the options of other filters but not its own', () => {
    const [all, ofIncluded, ofExcluded] = [optionsOf(), optionsOf(included), optionsOf(excluded)];
    expect([ofIncluded[own], ofExcluded[own]]).toEqual([all[own], all[own]]);
    const others = lists.filter((list) => list !== own);
    for (const list of others) {
      expect(new Set([...ofIncluded[list], ...ofExcluded[list]])).toEqual(new Set(all[list]));
    }
    expect(others.some((list) => ofIncluded[list].length < all[list].length)).toBe(true);
  });
});

test('options come from the costs in the range, where a preset overrides dates', () => {
  const future = { start: '2030-01-01', end: '2030-01-02' };
  expect(optionsOf(future).services).toEqual([]);
  expect(optionsOf({ ...future, preset: '6M' }).services).toEqual(optionsOf().services);
});
