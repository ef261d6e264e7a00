import { expect, test } from 'vitest';
import { csvOf, temporaryFiles, usage } from '../tests/support/bill/focus-files.js';
import { withKey } from '../tests/support/mock/test-mock.js';
import { createMock, type MockOptions } from './create-mock.js';

const files = temporaryFiles();
const bill = files.write('bill.csv', csvOf([usage, { ...usage, ServiceName: 'Storage', BilledCost: '41' }]));
const copy = files.write('copy.csv', csvOf([usage, { ...usage, ServiceName: 'Storage', BilledCost: '41' }]));
const other = files.write(
  'other.csv',
  csvOf([usage, { ...usage, ServiceName: 'Storage', BilledCost: '42' }]),
);

async function started(options: MockOptions = {}) {
  const mock = await createMock({ data: bill, ...options });
  const get = async (path: string, headers = {}) =>
    (await withKey(mock.fetch)(path, { headers })).json() as Promise<{ data: unknown }>;
  const totalCost = async (headers = {}) => {
    const query = 'start_date=2026-05-10&end_date=2026-05-10';
    const { data } = await get(`/api/v1/providers/provider_a/costs/breakdown?${query}`, headers);
    return (data as { total_period_cost?: number }).total_period_cost;
  };
  return { ...mock, get, totalCost };
}

test('serves a bill at the time at which its usage ends', async () => {
  const { control, data, get } = await started({ frozen: true });
  expect(new Date(control.now()).toISOString()).toBe('2026-05-10T01:00:00.000Z');
  expect(data).toMatchObject({ rows: 2, currency: 'USD', services: 2 });
  expect(await get('/api/v1/providers')).toMatchObject({
    data: [{ provider_id: 'provider_a', provider_name: 'Provider A' }],
  });
  expect(data?.notes).toEqual([
    'Usage ends during 2026-05-10, which is served from the next midnight on: set the clock to 2026-05-11T00:00:00Z to see it.',
  ]);
  const later = await started({ frozen: true, now: '2026-06-01T00:00:00Z' });
  expect(new Date(later.control.now()).toISOString()).toBe('2026-06-01T00:00:00.000Z');
});

test('notes a last day that is not served because its period ends when it starts', async () => {
  const period = (day: string) => ({ ...usage, ChargePeriodStart: day, ChargePeriodEnd: day });
  const data = files.write('days.csv', csvOf([period('2026-05-10'), period('2026-05-11')]));
  const note =
    'Usage ends during 2026-05-11, which is served from the next midnight on: set the clock to 2026-05-12T00:00:00Z to see it.';
  expect((await createMock({ data })).data?.notes).toEqual([note]);
});

test('notes how many terms of commitments are not in the data', async () => {
  const charged = { CommitmentDiscountStatus: 'Used', CommitmentDiscountCategory: 'Usage' };
  const rows = ['ri-1', 'ri-2'].map((CommitmentDiscountId) => ({
    ...usage,
    ...charged,
    CommitmentDiscountId,
  }));
  const data = files.write('commitments.csv', csvOf(rows));
  const notesWith = async (terms: string) => {
    const header = 'CommitmentDiscountId,Start,End\n';
    const mock = await createMock({ data, inventory: files.write('inventory.csv', header + terms) });
    return mock.data?.notes.filter((note) => note.startsWith('Commitments whose term')) ?? [];
  };
  const term = '2026-01-01,2027-01-01';
  expect(await notesWith(`ri-1,${term}\n`)).toEqual([
    'Commitments whose term is not in the data: 1. Their start_date is the first day with charges of them, and their end_date the day after the last; --inventory adds their terms.',
  ]);
  expect(await notesWith(`ri-1,${term}\nri-2,${term}\n`)).toEqual([]);
});

test('notes which commitments are only in the inventory', async () => {
  const text = `CommitmentDiscountId,ProviderName,CommitmentDiscountCategory\nri-3,Provider A,Usage\nri-4,Provider X,Usage\nri-5,,\n`;
  const mock = await createMock({ data: bill, inventory: files.write('others.csv', text) });
  const notes = mock.data?.notes.filter((note) => note.includes('without charges'));
  expect(notes).toEqual([
    'Commitments of the inventory without charges in the data: 3 (ri-3, ri-4, ri-5).',
    'Of these left out: 2 (ri-4, ri-5). A commitment without charges needs the ProviderName of a provider in the data, and a CommitmentDiscountCategory.',
  ]);
});

test('switches between the bill and scenarios, also in sessions', async () => {
  const { control, totalCost } = await started({ now: '2026-05-11T00:00:00Z' });
  expect(control.scenario()).toBe('data');
  const own = await totalCost();
  expect(own).toBe(42);
  control.session('one').setScenario('default');
  expect(await totalCost({ 'Mock-Session': 'one' })).not.toBe(own);
  expect(await totalCost({ 'Mock-Session': 'two' })).toBe(own);
  control.setScenario('default');
  expect(await totalCost()).not.toBe(own);
  control.setScenario('data');
  expect(await totalCost()).toBe(own);
  control.setScenario('empty');
  control.reset();
  expect(control.scenario()).toBe('data');
});

test('restores snapshots of mocks with the same bill only', async () => {
  const snapshot = (await started()).control.snapshot();
  (await started({ data: copy })).control.restore(snapshot);
  const { control } = await started({ data: other });
  expect(() => control.restore(snapshot)).toThrow('different seed, start, data or release');
});

test('shares state between mocks with the same bill only', async () => {
  const names: string[] = [];
  const state = async ({ name }: { readonly name: string }) => {
    names.push(name);
    return null as never;
  };
  for (const data of [bill, copy, other]) await createMock({ data, state });
  await createMock({ data: bill, state, providerIds: { 'Provider A': 'provider_b' } });
  expect(names[0]).toBe(names[1]);
  expect(new Set(names).size).toBe(3);
});

test('reads several paths, an inventory and provider ids', async () => {
  const march = { ...usage, ProviderName: 'Provider B', PublisherName: 'Provider B', BilledCost: '0.5' };
  const second = files.write('second.csv', csvOf([march]));
  const inventory = files.write('inventory.json', '[{"CommitmentDiscountId": "plan-1", "State": "active"}]');
  const { data } = await started({
    data: [bill, second],
    inventory,
    providerIds: { 'Provider B': 'provider_a' },
  });
  expect(data?.providers.map(({ id, name }) => [id, name])).toEqual([
    ['provider_b', 'Provider A'],
    ['provider_a', 'Provider B'],
  ]);
});

test.each<[MockOptions, string]>([
  [{ data: files.path('absent.csv') }, 'absent.csv does not exist'],
  [{ data: bill, inventory: files.path('absent.json') }, 'absent.json does not exist'],
  [{ data: [bill, copy] }, 'repeats'],
  [{ data: bill, scenario: 'empty' }, 'createMock: Pass either `data` or `scenario`.'],
  [{ data: bill, engine: 'prism' }, "createMock: `data` requires `engine: 'dataset'`."],
  [{ inventory: bill }, 'createMock: `inventory` requires `data`.'],
  [{ data: 1 as never }, 'createMock: Invalid `data` 1. Pass a path or an array of paths.'],
  [
    { data: bill, providerIds: { A: 'Provider 1' } },
    'createMock: Invalid `providerIds`. Pass an object such as',
  ],
])('refuses %o', async (options, message) => {
  await expect(createMock(options)).rejects.toThrow(message);
});

test('accepts repeated rows if they are allowed', async () => {
  expect((await started({ data: [bill, copy], allowRepeatedRows: true })).data?.rows).toBe(4);
});

test('lists the scenario of the bill only with a bill', async () => {
  const { control } = await createMock();
  expect(() => control.setScenario('data')).toThrow(/must be one of default, .*failing-lookups\.$/);
});
