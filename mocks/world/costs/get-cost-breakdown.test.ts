import { describe, expect, it } from 'vitest';
import { cents, sumOf } from '../../../tests/support/cents.js';
import { worldOf } from '../../../tests/support/world.js';

const { ask, refusal } = worldOf();
const path = { provider_id: 'provider_a' };
const table = (query: object = {}) => ask('getCostBreakdown', { path, query: { page_size: 100, ...query } });
const refused = (query: object) => refusal('getCostBreakdown', { path, query: { ...query } });
const column = (query: object, name: string) => table(query).items.map((row: any) => row[name]);

describe('getCostBreakdown', () => {
  it('groups by service where nothing is asked for', () => {
    expect(column({}, 'service')).toEqual(expect.arrayContaining(['compute', 'search']));
    expect(new Set(column({}, 'region'))).toEqual(new Set([null]));
  });

  it('names an account beside its id', () => {
    const [row] = table({ group_by: ['account_id'], account_id: ['100200300403'] }).items;
    expect(row).toMatchObject({ account_id: '100200300403', account_name: 'data-lake' });
  });

  it('keeps costs without the tag in a row of their own, last', () => {
    const values = column({ group_by: ['tag'], tag_key: ['team'], sort_by: 'service' }, 'tag_value');
    expect(values.slice(0, -1)).toEqual(['back-office', 'catalog', 'checkout', 'core', 'data']);
    expect(values.at(-1)).toBeNull();
  });

  it('filters by a tag key where it does not group by it', () => {
    const total = (query: object) => cents(table(query).total_period_cost);
    const tagged = total({ tag_key: ['team'] });
    expect(tagged).toBeLessThan(total({}));
    expect(tagged + total({ tag_key: ['team'], tag_key_mode: 'exclude' })).toBe(total({}));
  });

  it('shows a virtual tag key by its id, asked for by name', () => {
    const { items } = table({ group_by: ['virtual_tag'], virtual_tag_key: 'COST center' });
    expect(new Set(items.map((row: any) => row.virtual_tag_key))).toEqual(new Set(['vtk-cost-center']));
    const values = items.map((row: any) => row.virtual_tag_value);
    expect(values.toSorted()).toEqual(['Data', 'Platform', 'Shop', '__unallocated__', 'catalog']);
  });

  it('splits a cost by the shares of its rule', () => {
    const query = { account_id: ['100200300401'], service: ['cache'], preset: '30D' };
    const rows = table({ ...query, group_by: ['virtual_tag'], virtual_tag_key: 'vtk-cost-center' }).items;
    expect(rows.map((row: any) => row.virtual_tag_value)).toEqual(['Platform', 'Shop']);
    expect(rows[0].cost / rows[1].cost).toBeCloseTo(3, 2);
  });

  it('compares with as many days just before', () => {
    const [row] = table({ start: '2026-06-08', end: '2026-06-11', service: ['compute'] }).items;
    const [before] = table({ start: '2026-06-04', end: '2026-06-07', service: ['compute'] }).items;
    expect(row.previous_cost).toBe(before.cost);
    expect(row.change_percentage).toBeCloseTo(((row.cost - before.cost) / before.cost) * 100, 2);
  });

  it('has nothing to compare with where costs do not reach back', () => {
    const [row] = table({ start: '2024-05-01', end: '2024-05-10' }).items;
    expect([row.previous_cost, row.change_percentage]).toEqual([null, null]);
  });

  it('sorts by a date whatever the column', () => {
    const rows = table({ sort_by: 'service', sort_by_date: '2026-06-10' }).items;
    const values = rows.map((row: any) => row.spendings_by_date[9].value);
    expect(values).toEqual(values.toSorted((a: number, b: number) => b - a));
  });

  it('searches names of accounts, in either case', () => {
    expect(column({ search: 'DATA-LAKE', group_by: ['account_id'] }, 'account_id')).toEqual(['100200300403']);
  });

  it('counts upfront fees on the day they were paid, or spread over their term', () => {
    // ri-5ea4c80f was bought in part upfront 350 days before 15 June 2026.
    const query = {
      start: '2025-06-30',
      end: '2025-06-30',
      service: ['search'],
      charge_type: ['commitment_fee'],
    };
    const cost = (show_cost_as: string) => table({ ...query, show_cost_as }).total_period_cost;
    expect(cost('unblended')).toBeGreaterThan(1000);
    expect(cost('amortized')).toBeLessThan(20);
  });

  it('blends prices without changing what all accounts pay together', () => {
    const query = { service: ['compute'], group_by: ['account_id'] };
    const [blended, unblended] = ['blended', 'unblended'].map((show_cost_as) =>
      table({ ...query, show_cost_as }),
    );
    expect(
      sumOf(blended.items, (row: any) => row.cost) / sumOf(unblended.items, (row: any) => row.cost),
    ).toBeCloseTo(1, 4);
    expect(blended.items).not.toEqual(unblended.items);
  });

  it('costs 0 where nothing passes, and null where the provider has no costs', () => {
    expect(table({ service: ['none'] })).toMatchObject({ total_period_cost: 0, items: [] });
    const empty = ask('getCostBreakdown', { path: { provider_id: 'provider_d' } });
    expect(empty).toMatchObject({ total_period_cost: null, items: [], totals_by_date: [] });
  });

  it.each([
    ['tag_key', { group_by: ['tag'] }],
    ['tag_key', { group_by: ['tag'], tag_key: ['team', 'env'] }],
    ['virtual_tag_key', { group_by: ['virtual_tag'] }],
    ['virtual_tag_key', { virtual_tag_value: ['Data'] }],
    ['virtual_tag_key', { virtual_tag_key: 'vtk-none' }],
    ['sort_by_date', { sort_by_date: '2026-06' }],
    ['sort_by_date', { sort_by_date: '2026-06-10', granularity: 'monthly' }],
    ['sort_by_date', { sort_by_date: '2026-02-30' }],
    ['end', { start: '2026-06-12', end: '2026-06-10' }],
  ])('refuses %s in %j', (name, query) => {
    expect(refused(query)).toMatchObject({ status: 422, details: [{ loc: ['query', name] }] });
  });
});
