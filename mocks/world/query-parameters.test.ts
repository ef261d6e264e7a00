import { expect, test } from 'vitest';
import { operations } from '../../src/generated/operations.js';
import { cents, sumOf } from '../../tests/support/cents.js';
import { type Asked, worldOf } from '../../tests/support/world.js';

type Query = Readonly<Record<string, unknown>>;

/** What a parameter changes, as the document says. */
interface Effect {
  /** What is sent beside it; `path` too where the operation has one. */
  readonly with?: Query;
  readonly path?: Query;
  readonly send: unknown;
  /** @param before the same request without the parameter */
  holds(after: any, before: any): void;
}

const world = worldOf();
const { ask } = world;
const ofA = { provider_id: 'provider_a' };
const ofB = { provider_id: 'provider_b' };

/** Keeps the rows of a list that have one of these values in a field, and no others. */
const keeps = (list: string, field: string, value: unknown): Effect => ({
  send: value,
  holds(after, before) {
    const kept = before[list].filter((row: any) => [value].flat().includes(row[field]));
    expect(after[list]).toEqual(kept);
    expect(kept.length).toBeGreaterThan(0);
  },
});

/** The provider that the answer says it is about. */
const ofProvider = (send: string): Effect => ({
  send,
  holds: (after) => expect(after.provider).toBe(send),
});

const page: Effect = {
  with: { page_size: 2 },
  send: 2,
  holds: (after, before) => {
    expect(after.pagination).toEqual({
      ...before.pagination,
      current_page: 2,
      has_next: true,
      has_previous: true,
    });
    expect(after.items).not.toEqual(before.items);
  },
};
const pageSize: Effect = {
  send: 2,
  holds: (after, before) => {
    expect(after.items).toEqual(before.items.slice(0, 2));
    expect(after.pagination.page_size).toBe(2);
  },
};

const breakdownOf = (query: Query) =>
  ask('getCostBreakdown', { path: ofA, query: { page_size: 100, ...query } });
const whole = breakdownOf({}).total_period_cost;

/** Costs that have one of these values; what is left is what its mode leaves. */
const filters = (
  name: string,
  value: readonly string[],
  group?: string,
): Readonly<Record<string, Effect>> => ({
  [name]: {
    path: ofA,
    send: value,
    holds(after) {
      const left = breakdownOf({ [name]: value, [`${name}_mode`]: 'exclude' }).total_period_cost;
      expect(cents(after.total_period_cost) + cents(left)).toBe(cents(whole));
      expect(after.total_period_cost).toBeGreaterThan(0);
      if (group === undefined) return;
      const rows = breakdownOf({ group_by: [group] }).items.filter((row: any) => value.includes(row[group]));
      expect(sumOf(rows, (row: any) => row.cost)).toBe(cents(after.total_period_cost));
    },
  },
  [`${name}_mode`]: {
    path: ofA,
    with: { [name]: value },
    send: 'exclude',
    holds: (after, before) =>
      expect(cents(after.total_period_cost) + cents(before.total_period_cost)).toBe(cents(whole)),
  },
});

/** Menus of other filters get shorter, and the one of the filter itself stays. */
const narrows = (
  name: string,
  list: string,
  value: readonly string[],
  others = ['services', 'accounts', 'regions', 'usage_types'],
): Readonly<Record<string, Effect>> => ({
  [name]: {
    path: ofA,
    send: value,
    holds(after, before) {
      expect(after[list]).toEqual(before[list]);
      const rest = others.filter((other) => other !== list);
      for (const other of rest) expect(before[other]).toEqual(expect.arrayContaining(after[other]));
      expect(rest.some((other) => after[other].length < before[other].length)).toBe(true);
    },
  },
  [`${name}_mode`]: {
    path: ofA,
    with: { [name]: value },
    send: 'exclude',
    holds(after, before) {
      const all = ask('getCostFilterOptions', { path: ofA });
      expect(after[list]).toEqual(all[list]);
      for (const other of others) {
        expect(new Set([...after[other], ...before[other]])).toEqual(new Set(all[other]));
      }
    },
  },
});

const withdraw = <T extends object>(effects: T, ...names: (keyof T)[]) =>
  Object.fromEntries(Object.entries(effects).filter(([name]) => !names.includes(name as keyof T)));

const range = {
  start: {
    path: ofA,
    with: { end: '2026-06-10' },
    send: '2026-05-20',
    holds: (after: any) => expect(after.start_date).toBe('2026-05-20'),
  },
  end: {
    path: ofA,
    with: { start: '2026-05-20' },
    send: '2026-05-31',
    holds: (after: any) => expect(after.end_date).toBe('2026-05-31'),
  },
  preset: {
    path: ofA,
    send: '6M',
    holds: (after: any) => expect([after.period, after.start_date]).toEqual(['6M', '2026-01-01']),
  },
};

const effects: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  listCommitments: {
    provider: { with: { page_size: 100 }, ...keeps('items', 'provider', 'provider_b') },
    kind: { with: { page_size: 100 }, ...keeps('items', 'kind', 'savings_plan') },
    status: { with: { page_size: 100 }, ...keeps('items', 'status', 'cancelled') },
    page,
    page_size: pageSize,
  },
  getCommitmentOverview: {
    commitment_type: {
      send: 'sp',
      holds(after, before) {
        const { commitment_count } = ask('getCommitmentOverview', { query: { commitment_type: 'ri' } });
        expect(after.commitment_count).toBe(before.commitment_count - commitment_count);
      },
    },
    provider: { send: 'provider_b', holds: (after) => expect(after.commitment_count).toBe(0) },
  },
  listCommitmentInventory: {
    instrument: {
      send: 'sp',
      holds: (after) => expect(after.rows.every(({ kind }: any) => kind === 'savings_plan')).toBe(true),
    },
    service: { with: { instrument: 'ri' }, ...keeps('rows', 'service', 'search') },
    state: { with: { instrument: 'ri' }, ...keeps('rows', 'state', 'payment-failed') },
    provider: {
      with: { instrument: 'ri' },
      send: 'provider_b',
      holds: ({ rows }) => expect(rows).toEqual([]),
    },
  },
  getCommitmentUtilization: {
    type: { send: 'sp', holds: ({ instrument }) => expect(instrument).toBe('sp') },
    start: {
      send: '2026-06-01',
      holds: ({ start, services }) => {
        expect(start).toBe('2026-06-01');
        expect(services[0].days[0].date).toBe('2026-06-01');
      },
    },
    end: {
      with: { start: '2026-05-01' },
      send: '2026-05-31',
      holds: ({ end, services }) => {
        expect(end).toBe('2026-05-31');
        expect(services[0].days.at(-1).date).toBe('2026-05-31');
      },
    },
    granularity: {
      send: 'monthly',
      holds: ({ services }, before) => {
        expect(services[0].days.length).toBeLessThan(before.services[0].days.length);
        expect(services[0].used_hours).toBe(before.services[0].used_hours);
      },
    },
    provider: ofProvider('provider_b'),
  },
  getCoverageRates: { provider: ofProvider('provider_b') },
  getEffectiveSavingsRate: {
    scope: { send: 'all', holds: ({ scope }) => expect(scope).toBe('all') },
    period: { send: '2026-03', holds: ({ period }) => expect(period).toBe('2026-03') },
  },
  getCommitmentPortfolio: {
    basis: { send: 'list', holds: ({ basis }) => expect(basis).toBe('list') },
    provider: keeps('rows', 'provider', 'provider_b'),
  },
  getCommitmentsByService: { provider: ofProvider('provider_b') },
  listCommitmentRecommendations: {
    commitment_type: {
      send: 'ri',
      holds: (after, before) =>
        expect(after).toEqual(before.filter(({ instrument }: any) => instrument === 'ri')),
    },
  },
  getRenewalOptions: {
    quantity: {
      path: { commitment_id: 'ri-7f3a2c10' },
      send: 7,
      holds: ({ contract, options }) =>
        expect(new Set([contract, ...options].map(({ quantity }) => quantity))).toEqual(new Set([7])),
    },
    resource: {
      path: { commitment_id: 'ri-7f3a2c10' },
      send: 'c-xlarge',
      holds: ({ options }) =>
        expect(new Set(options.map(({ resource }: any) => resource))).toEqual(new Set(['c-xlarge'])),
    },
  },
  listCommitmentCoverage: {
    provider: { with: { page_size: 100 }, ...keeps('items', 'provider', 'provider_a') },
    page,
    page_size: pageSize,
  },
  getCostForecast: {
    provider: {
      send: 'provider_b',
      holds: (after) =>
        expect(after.booked_to_date).toBe(ask('getCostSummary', { path: ofB }).monthly_spending),
    },
    horizon: {
      send: 'year',
      holds: (after, before) => expect(after.days_remaining).toBeGreaterThan(before.days_remaining),
    },
    credits: {
      send: 'before',
      holds: (after, before) => expect(after.forecast_value).toBeGreaterThan(before.forecast_value),
    },
  },
  getCostSummary: {
    credits: {
      path: ofB,
      send: 'before',
      holds: (after, before) => expect(after.monthly_spending).toBeGreaterThan(before.monthly_spending),
    },
  },
  getCostBreakdown: {
    ...range,
    group_by: {
      path: ofA,
      send: ['region', 'service'],
      holds: (after, before) => {
        expect(after.total_period_cost).toBe(before.total_period_cost);
        expect(after.items.every(({ region, service }: any) => region !== null && service !== null)).toBe(
          true,
        );
      },
    },
    granularity: {
      path: ofA,
      send: 'monthly',
      holds: ({ totals_by_date }) => expect(totals_by_date.map(({ date }: any) => date)).toEqual(['2026-06']),
    },
    show_cost_as: {
      path: ofA,
      send: 'amortized',
      holds: (after, before) => expect(after.total_period_cost).not.toBe(before.total_period_cost),
    },
    credits: {
      path: ofB,
      send: 'before',
      holds: (after, before) => expect(after.total_period_cost).toBeGreaterThan(before.total_period_cost),
    },
    ...filters('service', ['compute', 'search'], 'service'),
    ...filters('account_id', ['100200300402'], 'account_id'),
    ...filters('region', ['west-1'], 'region'),
    ...filters('tag_key', ['team']),
    ...filters('tag_value', ['data']),
    ...filters('charge_type', ['usage']),
    ...filters('usage_type', ['storage:standard']),
    ...filters('platform', ['linux']),
    environment: {
      path: ofA,
      send: ['production'],
      holds: (after, before) => {
        expect(after.total_period_cost).toBeGreaterThan(0);
        expect(after.total_period_cost).toBeLessThan(before.total_period_cost);
      },
    },
    virtual_tag_key: {
      path: ofB,
      with: { group_by: ['virtual_tag'], virtual_tag_key: 'vtk-cost-center' },
      send: 'vtk-business-unit',
      holds: ({ items }) => expect(items.map((row: any) => row.virtual_tag_value)).toContain('Media'),
    },
    virtual_tag_value: {
      path: ofA,
      with: { virtual_tag_key: 'vtk-cost-center' },
      send: ['Data'],
      holds: (after) => {
        const rows = breakdownOf({ group_by: ['virtual_tag'], virtual_tag_key: 'vtk-cost-center' }).items;
        const { cost } = rows.find((row: any) => row.virtual_tag_value === 'Data');
        expect(after.total_period_cost).toBe(cost);
      },
    },
    search: {
      path: ofA,
      send: 'WARE',
      holds: ({ items }) => expect(items.map(({ service }: any) => service)).toEqual(['warehouse']),
    },
    sort_by: {
      path: ofA,
      with: { sort_order: 'asc' },
      send: 'service',
      holds: ({ items }) => {
        const names = items.map(({ service }: any) => service);
        expect(names).toEqual(names.toSorted());
      },
    },
    sort_order: {
      path: ofA,
      send: 'asc',
      holds: ({ items }) => {
        const costs = items.map(({ cost }: any) => cost);
        expect(costs).toEqual(costs.toSorted((one: number, other: number) => one - other));
      },
    },
    sort_by_date: {
      path: ofA,
      with: { sort_by: 'service', group_by: ['service', 'account_id'] },
      send: '2026-06-06',
      holds: ({ items }) => {
        const on = items.map(
          ({ spendings_by_date }: any) =>
            spendings_by_date.find(({ date }: any) => date === '2026-06-06').value,
        );
        expect(on).toEqual(on.toSorted((one: number, other: number) => other - one));
      },
    },
    page: { ...page, path: ofA },
    page_size: { ...pageSize, path: ofA },
  },
  getCostTimeline: {
    ...range,
    preset: {
      path: ofA,
      send: '6M',
      holds: ({ data_points }) => expect(data_points[0].date).toBe('2026-01-01'),
    },
    granularity: {
      path: ofA,
      send: 'monthly',
      holds: ({ data_points }) => expect(data_points.map(({ date }: any) => date)).toEqual(['2026-06']),
    },
    dimension: {
      path: ofA,
      send: 'region',
      holds: ({ data_points }) => expect(data_points[0].parts.length).toBeGreaterThan(1),
    },
    credits: {
      path: ofB,
      send: 'before',
      holds: (after, before) => expect(after.total).toBeGreaterThan(before.total),
    },
  },
  getCostFilterOptions: {
    dimension: {
      path: ofA,
      send: 'region',
      holds: (after, before) => expect(after).toEqual({ provider_id: 'provider_a', regions: before.regions }),
    },
    preset: {
      path: ofA,
      with: { start: '2030-01-01', end: '2030-01-02' },
      send: '6M',
      holds: ({ services }, before) => {
        expect(before.services).toEqual([]);
        expect(services.length).toBeGreaterThan(0);
      },
    },
    start: {
      path: ofA,
      with: { end: '2030-01-02' },
      send: '2030-01-01',
      holds: ({ services }) => expect(services).toEqual([]),
    },
    end: {
      path: ofA,
      with: { start: '2019-01-01' },
      send: '2019-02-01',
      holds: ({ services }) => expect(services).toEqual([]),
    },
    ...narrows('service', 'services', ['compute']),
    ...narrows('account_id', 'accounts', ['100200300402']),
    ...narrows('region', 'regions', ['west-1']),
    ...narrows('tag_key', 'tag_keys', ['team']),
    ...withdraw(narrows('tag_value', 'tag_values', ['data']), 'tag_value_mode'),
    tag_value_mode: {
      path: ofA,
      with: { tag_value: ['data'] },
      send: 'exclude',
      holds: (after, before) => expect(after.services.length).toBeGreaterThan(before.services.length),
    },
    ...narrows('charge_type', 'charge_types', ['usage']),
    ...narrows('usage_type', 'usage_types', ['storage:standard']),
    ...narrows('platform', 'platforms', ['linux']),
    environment: {
      path: ofA,
      send: ['staging'],
      holds: (after, before) => {
        expect(after.environments).toEqual(before.environments);
        expect(after.services.length).toBeLessThan(before.services.length);
      },
    },
    virtual_tag_key: {
      path: ofA,
      send: 'vtk-cost-center',
      holds: (after, before) => {
        expect(before.virtual_tag_values).toEqual([]);
        expect(after.virtual_tag_values).toContain('Shop');
      },
    },
    virtual_tag_value: {
      path: ofA,
      with: { virtual_tag_key: 'vtk-cost-center' },
      send: ['Shop'],
      holds: (after, before) => {
        expect(after.virtual_tag_values).toEqual(before.virtual_tag_values);
        expect(after.accounts.length).toBeLessThan(before.accounts.length);
      },
    },
  },
  listInvoiceMonths: {
    months: {
      path: ofB,
      send: 3,
      holds: (after, before) => expect(after.items).toEqual(before.items.slice(0, 3)),
    },
    credits: {
      path: ofB,
      send: 'before',
      holds: (after, before) => expect(after.items[0].total).toBeGreaterThan(before.items[0].total),
    },
  },
  listRecommendations: {
    start: {
      path: ofA,
      with: { page_size: 100 },
      send: '2026-06-01',
      holds: (after, before) =>
        expect(after.items).toEqual(before.items.filter(({ created_at }: any) => created_at >= '2026-06-01')),
    },
    end: {
      path: ofA,
      with: { page_size: 100 },
      send: '2026-05-31',
      holds: (after, before) =>
        expect(after.items).toEqual(before.items.filter(({ created_at }: any) => created_at < '2026-06-01')),
    },
    search: {
      path: ofA,
      with: { page_size: 100 },
      send: 'STORAGE',
      holds: ({ items }, before) => {
        expect(items.length).toBeGreaterThan(0);
        expect(items.length).toBeLessThan(before.items.length);
        for (const row of items) expect(JSON.stringify(row).toLowerCase()).toContain('storage');
      },
    },
    ...Object.fromEntries(
      [
        ['service', 'compute'],
        ['environment', 'production'],
        ['account', '100200300404'],
        ['tag', 'team=data'],
      ].flatMap(([field = '', value = '']): [string, Effect][] => [
        [field, { path: ofA, with: { page_size: 100 }, ...keeps('items', field, [value]) }],
        [
          `${field}_not`,
          {
            path: ofA,
            with: { page_size: 100 },
            send: [value],
            holds: (after, before) =>
              expect(after.items).toEqual(before.items.filter((row: any) => row[field] !== value)),
          },
        ],
      ]),
    ),
    display_status: {
      path: ofA,
      with: { page_size: 100 },
      send: ['rejected', 'optimized'],
      holds: ({ items }) =>
        expect(new Set(items.map(({ status }: any) => status))).toEqual(new Set(['rejected', 'optimized'])),
    },
    sort_by: {
      path: ofA,
      with: { page_size: 100, sort_order: 'asc' },
      send: 'monthly_savings',
      holds: ({ items }) => {
        const savings = items.map(({ monthly_savings }: any) => monthly_savings);
        expect(savings).toEqual(savings.toSorted((one: number, other: number) => one - other));
      },
    },
    sort_order: {
      path: ofA,
      with: { page_size: 100, sort_by: 'monthly_savings', sort_order: 'asc' },
      send: 'desc',
      holds: ({ items }) => {
        const savings = items.map(({ monthly_savings }: any) => monthly_savings);
        expect(savings).toEqual(savings.toSorted((one: number, other: number) => other - one));
      },
    },
    page: { ...page, path: ofA },
    page_size: { ...pageSize, path: ofA },
  },
};

const documented = operations.flatMap(({ operationId, parameters }) =>
  parameters.filter((one) => one.in === 'query').map(({ name }) => ({ operationId, name })),
);

test.each(documented)(
  '$operationId: $name changes the answer as the document says',
  ({ operationId, name }) => {
    const effect = effects[operationId]?.[name];
    if (effect === undefined) throw new Error(`Say what ${name} changes in ${operationId}.`);
    const request = (query: Query): Asked => ({ path: effect.path ?? {}, query });
    const needed =
      operationId === 'listCommitmentInventory' && name === 'instrument' ? { instrument: 'ri' } : {};
    const before = ask(operationId, request({ ...needed, ...effect.with }));
    const after = ask(operationId, request({ ...effect.with, [name]: effect.send }));
    expect(after).not.toEqual(before);
    effect.holds(after, before);
  },
);

test('no effect is told of a parameter that is not documented', () => {
  const told = Object.entries(effects).flatMap(([operationId, own]) =>
    Object.keys(own).map((name) => ({ operationId, name })),
  );
  expect(documented).toEqual(expect.arrayContaining(told));
});
