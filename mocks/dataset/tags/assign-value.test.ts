import { describe, expect, it } from 'vitest';
import { parseDate } from '../calendar.js';
import { assignValue, rulesOn, type TagSubject } from './assign-value.js';
import type { TagCondition, TagKeyRules } from './rules.js';

const day = parseDate('2026-06-10') as number;
const subject: TagSubject = {
  provider: 'provider_a',
  dimensions: { account: ['100200300402', 'storefront'], region: ['north-1'], resource: [] },
  tags: { team: 'checkout', env: 'Pre Prod' },
  virtual: new Map([
    ['vtk-unit', 'Retail'],
    ['vtk-empty', null],
  ]),
};
const rulesOf = (more: Partial<TagKeyRules>): TagKeyRules => ({
  name: 'Cost center',
  description: '',
  effectiveFrom: '2026-01',
  canOverride: false,
  collapsedKeys: [],
  configs: [],
  ...more,
});
const config = (value: string, conditions: Partial<TagCondition>[], more: object = {}) => ({
  filter: {
    rules: [
      {
        providers: [],
        conditions: conditions.map((one) => ({
          dimension: 'account',
          key: null,
          operator: 'is',
          values: [],
          ...one,
        })),
      },
    ],
  },
  time_frame: null,
  assign: { type: 'value' as const, value },
  ...more,
});
const collapsed = (origin: string, key: string, more: object = {}) => ({
  source: { origin, key },
  scope: null,
  value_prefix: '',
  ...more,
});
const assign = (more: Partial<TagKeyRules>) =>
  assignValue(rulesOn(rulesOf(more), day), subject, (key) => (key === 'Unit' ? 'vtk-unit' : key));
const valueFor = (more: Partial<TagKeyRules>) => {
  const found = assign(more);
  return found?.type === 'value' ? found.value : found;
};
const matches = (condition: Partial<TagCondition>) =>
  valueFor({ configs: [config('yes', [condition])] }) === 'yes';

describe('the rules of a tag key', () => {
  it('return null if no config matches', () => {
    expect(assign({ configs: [config('A', [{ values: ['100200300401'] }])] })).toBeNull();
  });

  it('assign the value of the first matching config', () => {
    const matching = [{ values: ['storefront'] }];
    expect(
      valueFor({ configs: [config('A', [{ values: ['x'] }]), config('B', matching), config('C', matching)] }),
    ).toBe('B');
  });

  it('match every cost with a filter without rules', () => {
    expect(valueFor({ configs: [{ ...config('A', []), filter: { rules: [] } }] })).toBe('A');
  });

  it('require all conditions of a rule', () => {
    const conditions = [{ values: ['storefront'] }, { dimension: 'region', values: ['west-1'] }];
    expect(assign({ configs: [config('A', conditions)] })).toBeNull();
  });

  it.each([
    [{ start: '2026-06-10', end: '2026-06-10' }, 'A'],
    [{ start: '2026-06-11', end: null }, null],
    [{ start: null, end: '2026-06-09' }, null],
  ])('apply on the days of %j, both ends included', (time_frame, value) => {
    expect(valueFor({ configs: [config('A', [{ values: ['storefront'] }], { time_frame })] })).toBe(value);
  });

  it('collapse the first key with a value, after all configs, with its prefix', () => {
    const collapsedKeys = [
      collapsed('provider', 'owner'),
      collapsed('provider', 'team', { scope: { providers: ['provider_b'] } }),
      collapsed('virtual', 'vtk-empty'),
      collapsed('virtual', 'Unit', { value_prefix: 'unit-' }),
    ];
    expect(valueFor({ collapsedKeys })).toBe('unit-Retail');
    expect(valueFor({ collapsedKeys, configs: [config('A', [])] })).toBe('A');
  });

  it("yield to the provider's tag of the same name unless can_override is true", () => {
    const configs = [config('A', [])];
    expect(valueFor({ name: 'TEAM', configs })).toBe('checkout');
    expect(valueFor({ name: 'TEAM', configs, canOverride: true })).toBe('A');
    expect(valueFor({ name: 'TEAM', canOverride: true })).toBe('checkout');
  });
});

describe('a condition', () => {
  it.each([
    ['is', ['storefront'], true],
    ['is', ['x', '100200300402'], true],
    ['is', ['store'], false],
    ['contains', ['front'], true],
    ['starts_with', ['store'], true],
    ['ends_with', ['front'], true],
    ['starts_with', ['front'], false],
    ['flexible_match', ['Store-Front'], true],
    ['flexible_match', ['store'], false],
    ['is_not', ['storefront'], false],
    ['is_not', ['x'], true],
    ['not_contains', ['x', 'front'], false],
    ['not_flexible_match', ['STORE_FRONT'], false],
  ])('%s %j: %s', (operator, values, expected) => {
    expect(matches({ operator, values })).toBe(expected);
  });

  it('compares the value of a tag key, and treats a missing tag as no value', () => {
    expect(matches({ dimension: 'tag', key: 'env', operator: 'flexible_match', values: ['pre-prod'] })).toBe(
      true,
    );
    expect(matches({ dimension: 'tag', key: 'owner', values: ['dana'] })).toBe(false);
    expect(matches({ dimension: 'tag', key: 'owner', operator: 'is_not', values: ['dana'] })).toBe(true);
    expect(matches({ dimension: 'tag', key: 'constructor', operator: 'contains', values: [''] })).toBe(false);
  });

  it('tests whether a tag exists', () => {
    expect(matches({ dimension: 'tagged', key: 'team' })).toBe(true);
    expect(matches({ dimension: 'tagged', key: 'owner' })).toBe(false);
    expect(matches({ dimension: 'tagged', key: 'owner', operator: 'is_not' })).toBe(true);
  });

  it('compares the value under another virtual tag key, by id or name', () => {
    expect(matches({ dimension: 'virtual_tag', key: 'Unit', values: ['Retail'] })).toBe(true);
    expect(matches({ dimension: 'virtual_tag', key: 'vtk-empty', values: ['Retail'] })).toBe(false);
  });
});
