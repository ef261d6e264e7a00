import { describe, expect, test } from 'vitest';
import { rowOn } from '../../../tests/support/bill/tables-of.js';
import { testBill } from '../../../tests/support/dataset/dataset.js';

// Equal sums of different fractions differ in their last bits.

const costs = (date: string, service: string, cost: number) =>
  rowOn(date, { ServiceName: service, BilledCost: cost, EffectiveCost: cost });

describe('services of equal costs are in the order of their names', () => {
  const bill = testBill([
    ...[1, 2, 3].map(() => costs('2026-06-01', 'Zeta', 0.100_000_1)),
    costs('2026-06-01', 'Alpha', 0.300_000_3),
    costs('2026-06-02', 'Alpha', 0),
  ]);
  const range = { start: '2026-06-01', end: '2026-06-02' };
  const inOrder = ['Alpha', 'Zeta'];

  const path = { provider_id: 'provider_a' };

  test.each([
    { sort_by: 'cost', sort_order: 'desc' },
    { sort_by: 'cost', sort_order: 'asc' },
    { sort_by_date: '2026-06-01', sort_order: 'desc', granularity: 'daily' },
  ])('in a breakdown with %o', (order) => {
    const { items } = bill.call('getCostBreakdown', { path, query: { ...range, ...order } });
    expect(items.map((one: any) => one.service)).toEqual(inOrder);
  });

  test('in the summary and the timeline', () => {
    const services = bill.call('getCostSummary', { path }).top_services;
    expect(services.map((one: any) => one.service)).toEqual(inOrder);
    const query = { ...range, dimension: 'service' };
    const [point] = bill.call('getCostTimeline', { path, query }).data_points;
    expect(point.parts.map((one: any) => one.value)).toEqual(inOrder);
  });
});
