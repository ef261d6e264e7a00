import { describe, expect, test } from 'vitest';
import { testDataset } from '../../../tests/support/dataset/dataset.js';

const { call } = testDataset();
const path = { provider_id: 'provider_a' };
const rowsOf = (query: object = {}): any[] =>
  call('listRecommendations', { path, query: { page_size: 100, ...query } }).items;

describe('listRecommendations', () => {
  test.each([
    ['service', 'compute'],
    ['environment', 'production'],
    ['account', '100200300404'],
    ['tag', 'team=data'],
  ])('returns the recommendations with %s=%s, or all others with %s_not', (field, value) => {
    const matches = (row: any) => row[field] === value;
    const rows = rowsOf();
    expect(rowsOf({ [field]: [value] })).toEqual(rows.filter(matches));
    expect(rowsOf({ [`${field}_not`]: [value] })).toEqual(rows.filter((row) => !matches(row)));
    expect(rows.some(matches)).toBe(true);
    expect(rows.every(matches)).toBe(false);
  });

  test('returns recommendations created from start to end, both included', () => {
    const days = { start: '2026-05-28', end: '2026-06-06' };
    const found = rowsOf().map(({ created_at }) => created_at.slice(0, 10) as string);
    expect(found).toEqual(expect.arrayContaining(Object.values(days)));
    expect(rowsOf(days)).toHaveLength(found.filter((day) => day >= days.start && day <= days.end).length);
  });
});
