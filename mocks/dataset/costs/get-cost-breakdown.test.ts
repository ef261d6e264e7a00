import { describe, expect, it } from 'vitest';
import { testDataset } from '../../../tests/support/dataset/dataset.js';

const { call, failureOf } = testDataset();
const path = { provider_id: 'provider_a' };
const table = (query: object = {}) => call('getCostBreakdown', { path, query: { page_size: 100, ...query } });
const rejected = (query: object) => failureOf('getCostBreakdown', { path, query: { ...query } });
const column = (query: object, name: string) => table(query).items.map((row: any) => row[name]);

describe('getCostBreakdown', () => {
  it('lists costs without the tag in a separate row, last', () => {
    const values = column({ group_by: ['tag'], tag_key: ['team'], sort_by: 'service' }, 'tag_value');
    expect(values.slice(0, -1)).toEqual(['back-office', 'catalog', 'checkout', 'core', 'data']);
    expect(values.at(-1)).toBeNull();
  });

  it('returns the id of a virtual tag key requested by name', () => {
    const { items } = table({ group_by: ['virtual_tag'], virtual_tag_key: 'COST center' });
    expect(new Set(items.map((row: any) => row.virtual_tag_key))).toEqual(new Set(['vtk-cost-center']));
    const values = items.map((row: any) => row.virtual_tag_value);
    expect(values.toSorted()).toEqual(['Data', 'Platform', 'Shop', '__unallocated__', 'catalog']);
  });

  it('returns the same costs of a virtual tag whatever was read before', () => {
    const query = { group_by: ['virtual_tag'], virtual_tag_key: 'Cost center', start: '2026-05-01' };
    const after = testDataset();
    after.call('getCostBreakdown', { path, query: { preset: '6M' } });
    // Compared with April, of whose month before only the last day is read.
    for (const end of ['2026-05-31', '2026-05-20', '2026-05-14']) {
      const request = { path, query: { ...query, end } };
      expect(after.call('getCostBreakdown', request)).toEqual(
        testDataset().call('getCostBreakdown', request),
      );
    }
  });

  it('returns null for comparisons with a range before the first costs', () => {
    const [row] = table({ start: '2024-05-01', end: '2024-05-10' }).items;
    expect([row.previous_cost, row.change_percentage]).toEqual([null, null]);
  });

  it('searches account names case-insensitively', () => {
    expect(column({ search: 'DATA-LAKE', group_by: ['account_id'] }, 'account_id')).toEqual(['100200300403']);
  });

  it.each([
    ['tag_key', { group_by: ['tag'], tag_key: ['team', 'env'] }],
    ['virtual_tag_key', { virtual_tag_key: 'vtk-none' }],
    ['sort_by_date', { sort_by_date: '2026-06-10', granularity: 'monthly' }],
  ])('rejects %s in %j', (name, query) => {
    expect(rejected(query)).toMatchObject({ status: 422, details: [{ loc: ['query', name] }] });
  });
});
