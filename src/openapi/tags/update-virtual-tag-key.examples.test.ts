import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';
import { bodyValidators } from '../../generated/validators.js';

type Input = components['schemas']['VirtualTagKeyInput'];
type Change = components['schemas']['VirtualTagKeyChange'];
type Splits = components['schemas']['TagAssignPercent']['splits'];

const { examples } = document.components;
const example = (name: string) => examples[`updateVirtualTagKey.${name}`].value;
const changes: [string, Change][] = ['job-queued', 'job-finished', 'job-failed', 'no-job'].map((name) => [
  name,
  example(name).data,
]);
const changeOf = (name: string): Change => example(name).data;

/** Months from one to another, both counted: `2026-04` to `2026-06` is 3. */
const monthsBetween = (from: string, to: string) => {
  const [first, last] = [from, to].map((month) => {
    const [year, number] = month.split('-').map(Number) as [number, number];
    return year * 12 + number;
  }) as [number, number];
  return last - first + 1;
};

describe.each(changes)('the example of updateVirtualTagKey with %s', (_, { key, job }) => {
  it('sorts all spend under a value or leaves it unallocated', () => {
    const allocated = key.values.reduce((sum, { spend }) => sum + spend, 0);
    expect(allocated + key.unallocated_spend).toBe(key.total_spend);
  });

  it('counts no more resources under values than there are', () => {
    const counted = key.values.reduce((sum, { resource_count }) => sum + resource_count, 0);
    expect(counted).toBeLessThanOrEqual(key.resource_count);
  });

  it('counts positions from 0', () => {
    for (const list of [key.configs, key.collapsed_keys]) {
      expect(list.map(({ position }) => position)).toEqual(list.map((_, index) => index));
    }
  });

  it('shows on the key the job that it started', () => {
    expect(key.job).toEqual(job ?? expect.objectContaining({ status: 'succeeded' }));
  });

  it('has a job for every month from the first to the last', () => {
    const { from_period, to_period, periods_total, periods_done, status } = key.job ?? expect.fail('no job');
    expect(periods_total).toBe(monthsBetween(from_period, to_period));
    if (status === 'succeeded') expect(periods_done).toBe(periods_total);
    else expect(periods_done).toBeLessThan(periods_total);
  });

  it('has a job that ends once, with a reason if it failed', () => {
    const { status, finished_at, error } = key.job ?? expect.fail('no job');
    expect(finished_at !== null).toBe(['succeeded', 'failed', 'superseded'].includes(status));
    expect(error !== null).toBe(status === 'failed');
  });
});

describe('the examples of updateVirtualTagKey', () => {
  it('have the next version and the rules that were asked for', () => {
    const input: Input = example('rules');
    const { key } = changeOf('job-queued');
    expect(key.rules_version).toBe(input.expected_version + 1);
    expect(key).toMatchObject({ configs: input.configs, collapsed_keys: input.collapsed_keys });
  });

  it('say with the status of the key which rules the figures follow', () => {
    expect(changes.map(([, { key }]) => key.status)).toEqual(['reprocessing', 'active', 'error', 'active']);
  });

  it('split the whole of a cost by percent', () => {
    const splits = (example('split-by-percent') as Input).configs?.flatMap(({ assign }): Splits[] =>
      assign.type === 'percent' ? [assign.splits] : [],
    );
    expect(splits).toHaveLength(1);
    for (const shares of splits ?? []) expect(shares.reduce((sum, { pct }) => sum + pct, 0)).toBe(100);
  });

  it('refuse the version that has just been used up', () => {
    const { details } = example('stale-version').error;
    expect(details.expected_version).toBe((example('rules') as Input).expected_version);
    expect(details.current_version).toBe(changeOf('job-queued').key.rules_version);
  });

  it('all have the same total for the same window and providers', () => {
    const totals = changes.map(([, { key }]) => key.total_spend);
    const booked = examples['getCostForecast.all-providers'].value.data.booked_to_date;
    expect(new Set(totals)).toEqual(new Set([booked]));
  });
});

describe('the body of updateVirtualTagKey', () => {
  const least = example('least');
  const accepts = (body: unknown) => bodyValidators.updateVirtualTagKey?.(body);
  const withConfig = (condition: object, assign: object = { type: 'value', value: 'Platform' }) => ({
    ...least,
    configs: [{ filter: { rules: [{ conditions: [condition] }] }, assign }],
  });
  const account = { dimension: 'account', values: ['100200300402'] };

  it.each([
    ['a condition with no more than a dimension and values', withConfig(account)],
    ['a tag with its key', withConfig({ dimension: 'tag', key: 'env', values: ['production'] })],
    [
      'no filter but the empty one',
      { ...least, configs: [{ filter: { rules: [] }, assign: { type: 'value', value: 'All' } }] },
    ],
  ])('takes %s', (_, body) => {
    expect(accepts(body)).toBe(true);
  });

  it.each([
    ['no version', { name: least.name }],
    ['a version that is text', { ...least, expected_version: '7' }],
    ['no name', { expected_version: 7 }],
    ['a member with a slip in its name', { ...least, config: [] }],
    ['a month that does not exist', { ...least, effective_from: '2026-13' }],
    ['an unknown dimension', withConfig({ dimension: 'colour', values: ['red'] })],
    ['an unknown operator', withConfig({ ...account, operator: 'equals' })],
    ['a tag without its key', withConfig({ dimension: 'tag', values: ['production'] })],
    ['a tag whose key is null', withConfig({ dimension: 'tagged', key: null })],
    [
      'a rule without conditions',
      {
        ...least,
        configs: [{ filter: { rules: [{ conditions: [] }] }, assign: { type: 'value', value: 'All' } }],
      },
    ],
    ['an unknown way to assign', withConfig(account, { type: 'random' })],
    ['a split without shares', withConfig(account, { type: 'percent', splits: [] })],
    [
      'a split by cost without a source',
      withConfig(account, { type: 'cost_based', input_filter: { rules: [] } }),
    ],
  ])('refuses %s', (_, body) => {
    expect(accepts(body)).toBe(false);
  });
});
