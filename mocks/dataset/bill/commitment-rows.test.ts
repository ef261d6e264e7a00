import { describe, expect, test } from 'vitest';
import { inventoryOf } from '../../../tests/support/bill/inventory-of.js';
import type { FocusRow } from '../../../tests/support/bill/tables-of.js';
import { type TestDataset, testBill } from '../../../tests/support/dataset/dataset.js';

const compute = { SubAccountId: '1', ServiceName: 'Compute', RegionId: 'r1' } as const;

const dayOfJune = (day: number) => new Date(Date.UTC(2026, 5, day)).toISOString();

/** A row of a day of June 2026, or of the days up to another. */
const period = (first: number, after = first + 1) => ({
  ChargePeriodStart: dayOfJune(first),
  ChargePeriodEnd: dayOfJune(after),
});

const cost = (billed: number, effective = billed, list = billed, contracted = list) => ({
  BilledCost: billed,
  EffectiveCost: effective,
  ListCost: list,
  ContractedCost: contracted,
});

/** What rows of a reservation have in common. */
const reserved = (id: string, status: 'Used' | 'Unused', quantity: number) =>
  ({
    ...compute,
    CommitmentDiscountId: id,
    CommitmentDiscountCategory: 'Usage',
    CommitmentDiscountType: 'Reserved',
    CommitmentDiscountStatus: status,
    CommitmentDiscountQuantity: quantity,
    CommitmentDiscountUnit: 'Hours',
  }) as const;

/** Opens a bill and an inventory, at the end of June by default. */
const bill = (
  rows: readonly FocusRow[],
  { now = '2026-07-01T00:00:00Z', ...options }: Parameters<typeof testBill>[1] = {},
) => testBill(rows, { now, ...options });

/** The reservations in an inventory of one. */
const reservationsOf = (dataset: TestDataset) =>
  dataset.call('listCommitmentInventory', { query: { instrument: 'ri' } }).rows;

describe('a commitment that is charged by month, in a month of 31 days', () => {
  const july = [31, 62] as const;
  const monthly = [
    { ...reserved('c', 'Used', 720), ...cost(720), ...period(1, 31) },
    { ...reserved('c', 'Used', 558), ...cost(558, 558, 1116), ...period(...july) },
    { ...reserved('c', 'Unused', 186), ...cost(186), ...period(...july) },
  ];
  const onDemand = Array.from({ length: 61 }, (_, i) => ({ ...compute, ...cost(12), ...period(i + 1) }));
  const dataset = bill([...monthly, ...onDemand], { now: '2026-08-01T00:00:00Z' });

  test('is measured from the start of the month, a day before the 30 days', () => {
    expect(dataset.call('listCommitments').items).toMatchObject([
      {
        status: 'active',
        monthly_commitment_usd: 730,
        current_utilization_pct: 75,
        // 1116 ÷ (1116 + 31 × 12)
        current_coverage_pct: 75,
      },
    ]);
    expect(dataset.call('getCommitmentOverview')).toMatchObject({
      total_committed_monthly: 730,
      estimated_waste_monthly: 182.5,
    });
    expect(dataset.call('getCommitmentsByService').services).toMatchObject([
      { ri: { utilization_pct: 75, unused_monthly: 182.5 } },
    ]);
  });

  test('shows what these days cost on demand', () => {
    expect(reservationsOf(dataset)).toMatchObject([
      {
        committed_monthly: 730,
        on_demand: {
          measured_from: '2026-07-01',
          measured_to: '2026-07-31',
          on_demand_cost: 1116,
          daily_on_demand_cost: 36,
        },
      },
    ]);
    expect(dataset.call('getCommitment', { path: { commitment_id: 'c' } })).toMatchObject({
      covered_spend_monthly: 1095,
      consumers: [{ covered_spend_monthly: 1095, covered_hours: 547.5 }],
    });
  });

  test('has only the rows of the 30 days if there are any', () => {
    const late = { ...reserved('c', 'Used', 24), ...cost(48), ...period(61) };
    expect(
      bill([...monthly, ...onDemand, late], { now: '2026-08-01T00:00:00Z' }).call('listCommitments').items,
    ).toMatchObject([{ monthly_commitment_usd: 1460, current_utilization_pct: 100 }]);
  });

  test('is not measured after its last charge period', () => {
    const early = bill([monthly[0] as FocusRow, ...onDemand], { now: '2026-08-01T00:00:00Z' });
    expect(early.call('listCommitments').items).toMatchObject([{ monthly_commitment_usd: null }]);
  });
});

test('a commitment of a service that nothing covers has no on-demand remainder', () => {
  const queued = inventoryOf('q', { provider: 'provider_a', category: 'Usage', service: 'Compute' });
  const dataset = bill([{ ...compute, ...cost(24), ...period(30) }], { inventory: [queued] });
  expect(dataset.call('getCommitment', { path: { commitment_id: 'q' } })).toMatchObject({
    is_commitable: false,
    on_demand_monthly: 0,
  });
  expect(dataset.call('getCommitmentsByService').services).toMatchObject([{ ri: { uncovered_monthly: 0 } }]);
});

describe('the service in an inventory', () => {
  const entry = inventoryOf('c', { service: 'Database', account: '9', region: 'eu' });
  const itemsOf = (row: Partial<FocusRow>) =>
    bill([{ ...row, ...cost(24), ...period(30) }], { inventory: [entry] }).call('listCommitments').items;

  test('does not replace that of usage in the bill, of which it is the coverage', () => {
    expect(itemsOf(reserved('c', 'Used', 24))).toMatchObject([
      { service: 'Compute', account_id: '9', region: 'eu', current_coverage_pct: 100 },
    ]);
  });

  test('is that of a commitment that is only bought', () => {
    const bought = { ...reserved('c', 'Used', 24), CommitmentDiscountStatus: null } as const;
    expect(itemsOf({ ...bought, ChargeCategory: 'Purchase' })).toMatchObject([{ service: 'Database' }]);
  });
});

/** A payment for the time up to an instant, from June 1 on. */
const purchase = (id: string, end: string, spend: Partial<FocusRow> = {}): FocusRow => ({
  ...reserved(id, 'Used', 1),
  ...spend,
  ...cost(876, 0, 876),
  CommitmentDiscountStatus: null,
  CommitmentDiscountQuantity: null,
  ChargeCategory: 'Purchase',
  ChargeFrequency: 'One-Time',
  ChargePeriodStart: dayOfJune(1),
  ChargePeriodEnd: end,
});

describe('the upfront payment of a savings plan', () => {
  const plan = { CommitmentDiscountCategory: 'Spend', CommitmentDiscountUnit: 'USD' } as const;
  const planUsed = { ...reserved('p', 'Used', 2.4), ...plan, ...cost(0, 2.4, 4.8), ...period(1) };
  const upfrontOf = (end: string, inventory: Parameters<typeof inventoryOf>[1] = {}) => {
    const dataset = bill([planUsed, purchase('p', end, plan)], { inventory: [inventoryOf('p', inventory)] });
    return dataset.call('listCommitmentInventory', { query: { instrument: 'sp' } }).rows[0].upfront;
  };

  test('is what was paid, whatever term an inventory states', () => {
    const end = Date.UTC(2029, 5, 1);
    expect(upfrontOf('2027-06-01T00:00:00Z')).toBe(876);
    expect(upfrontOf('2027-06-01T00:00:00Z', { end })).toBe(876);
    expect(upfrontOf('2027-06-01T00:00:00Z', { start: Date.UTC(2026, 5, 1), termMonths: 36 })).toBe(876);
  });

  test('may have a charge period without length', () => {
    expect(upfrontOf(dayOfJune(1))).toBe(876);
  });
});

test('the unit of a purchase without a quantity is not that of the hours', () => {
  const used = { ...reserved('c', 'Used', 24), ...cost(0, 24, 48), ...period(30) };
  const dataset = bill([used, purchase('c', dayOfJune(366), { CommitmentDiscountUnit: 'USD' })]);
  expect(dataset.call('getCommitmentUtilization', { query: { type: 'ri' } }).services).toMatchObject([
    { size_unit: 'Hours', purchased_hours: 24 },
  ]);
  expect(reservationsOf(dataset)).toMatchObject([{ on_demand: { unit_hours: 24 } }]);
  expect(dataset.call('getCommitment', { path: { commitment_id: 'c' } })).toMatchObject({
    consumers: [{ covered_hours: 24.33 }],
  });
});

test('usage that a commitment did not apply to does not contradict its term', () => {
  const itemsOf = (status: 'Used' | null) => {
    const later = [1, 2, 3, 4, 5, 6].map((day) => ({
      ...{ ...reserved('c', 'Used', 24), ...cost(0, 24, 48) },
      ...{ ...period(day), CommitmentDiscountStatus: status },
    }));
    return bill([purchase('c', dayOfJune(2)), ...later], { now: dayOfJune(7) }).call('listCommitments').items;
  };
  expect(itemsOf(null)).toMatchObject([{ status: 'expired', end_date: '2026-06-02' }]);
  expect(itemsOf('Used')).toMatchObject([{ status: 'active', end_date: '2026-06-07' }]);
});

test('a quantity without a unit is not in another unit', () => {
  const rows = [28, 29, 30].flatMap((day): FocusRow[] => {
    const { CommitmentDiscountUnit: _, ...d } = reserved('d', 'Used', 1);
    return [
      { ...reserved('c', 'Used', 24), ...cost(24), ...period(day) },
      { ...d, ...cost(24), ...period(day) },
      {
        ...d,
        ...cost(24),
        ...period(day),
        CommitmentDiscountStatus: 'Unused',
        CommitmentDiscountQuantity: 3,
      },
    ];
  });
  const dataset = bill(rows);
  expect(dataset.call('getCommitmentUtilization', { query: { type: 'ri' } }).services).toMatchObject([
    { size_unit: 'Hours', utilization_pct: 89.29 },
  ]);
  expect(dataset.call('getCommitmentsByService').services).toMatchObject([
    { ri: { utilization_pct: 89.29 } },
  ]);
});

test('usage is shown if corrections cancel what was purchased', () => {
  const dataset = bill([
    { ...reserved('c', 'Used', 20), ...cost(20), ...period(1) },
    { ...reserved('c', 'Unused', -20), ...cost(-20), ...period(2), ChargeClass: 'Correction' },
    { ...compute, ...cost(1), ...period(30) },
  ]);
  expect(dataset.call('getCommitmentUtilization', { query: { type: 'ri' } }).services).toMatchObject([
    {
      used_hours: 20,
      purchased_hours: 0,
      utilization_pct: null,
      dimensions: [{ used: 20, total: 0, utilization_pct: null }],
    },
  ]);
});

test('the instruments of a service add up if corrections exceed what one covered', () => {
  const plan = { ...reserved('p', 'Used', 30), CommitmentDiscountCategory: 'Spend' } as const;
  const rows = [29, 30].flatMap((day): FocusRow[] => [
    { ...plan, ...cost(0, 20, 30), ...period(day) },
    { ...compute, ...cost(10), ...period(day) },
  ]);
  const correction = { ...reserved('c', 'Used', -5), ...cost(0, -5, -10), ...period(30) };
  const { services } = bill([...rows, correction]).call('getCoverageRates');
  expect(services).toMatchObject([
    {
      covered_monthly: 50.69,
      coverage_pct: 71.43,
      instruments: [
        { instrument: 'ri', covered_monthly: -10.14, coverage_pct: null },
        { instrument: 'sp', covered_monthly: 60.83, coverage_pct: 85.71 },
      ],
    },
  ]);
});

describe('a commitment whose quantity is 0', () => {
  const dataset = bill([{ ...reserved('c', 'Used', 0), ...cost(0, 24, 48), ...period(30) }]);

  test('has the cost of the usage that it covered', () => {
    expect(reservationsOf(dataset)).toMatchObject([{ on_demand: { on_demand_cost: 48, covered_cost: 24 } }]);
  });

  test('is not known to be used in every hour', () => {
    expect(dataset.call('getCommitmentPortfolio').rows).toMatchObject([
      { utilization_pct: null, saturated: false },
    ]);
  });
});
