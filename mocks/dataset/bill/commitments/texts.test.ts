import { describe, expect, test } from 'vitest';
import { inventoryOf } from '../../../../tests/support/bill/inventory-of.js';
import { hourly, lab, priced, unused, used, web } from '../../../../tests/support/bill/reserved-hours.js';
import type { FocusRow } from '../../../../tests/support/bill/tables-of.js';
import { testBill } from '../../../../tests/support/dataset/dataset.js';

describe('the texts of a commitment that only the provider knows', () => {
  const base = hourly(() => [{ ServiceName: 'Compute', ...web, ...priced(1, 1, 1) }]);
  const on = (day: string): Partial<FocusRow> & Pick<FocusRow, 'ChargePeriodStart'> => ({
    ...used,
    ...priced(2, 2, 1),
    ChargePeriodStart: `${day}T00:00:00Z`,
  });
  const rowOf = (own: readonly FocusRow[], now?: string) => {
    const dataset = testBill([...base, ...own], now === undefined ? {} : { now });
    return dataset.call('listCommitments').items[0];
  };

  test('the account and the region are those with the highest effective cost', () => {
    const own = [
      { ...on('2026-06-29'), ...lab, RegionId: 'south-1' },
      { ...on('2026-06-30'), ...lab },
      { ...on('2026-06-30'), ...web, EffectiveCost: 1.5 },
      { ...on('2026-06-28'), RegionId: 'east-1', EffectiveCost: 9 },
    ];
    expect(rowOf(own)).toMatchObject({ account_id: lab.SubAccountId, account_name: 'lab', region: 'east-1' });
  });

  test('without an account and a region, it belongs to the billing account and is global', () => {
    expect(rowOf([on('2026-06-30')])).toMatchObject({
      account_id: 'payer',
      account_name: 'payer',
      region: 'global',
    });
  });

  test('without a term, the days are those of its charges', () => {
    const current = [on('2026-06-05'), on('2026-06-30')];
    const term = { start_date: '2026-06-05', end_date: '2026-07-01' };
    expect(rowOf(current)).toMatchObject({ ...term, status: 'active' });
    // Its end is not known, so it does not expire as time goes by.
    expect(rowOf(current, '2026-09-01T00:00:00Z')).toMatchObject({ ...term, status: 'active' });
    const ended = [on('2026-06-05'), on('2026-06-27')];
    expect(rowOf(ended)).toMatchObject({ end_date: '2026-06-28', status: 'expired' });
  });

  test('a provider whose charges end earlier has active commitments', () => {
    const own = { ...on('2026-06-20'), ProviderName: 'Provider B' };
    expect(rowOf([own])).toMatchObject({ provider: 'provider_b', status: 'active' });
  });

  test('a term that is known in part is completed by its charges', () => {
    const dataset = (known: { readonly start?: number; readonly end?: number }) =>
      testBill([...base, on('2026-06-30')], {
        inventory: [inventoryOf('ri-1', known)],
      }).call('listCommitments').items[0];
    expect(dataset({ start: Date.UTC(2025, 0, 15) })).toMatchObject({
      start_date: '2025-01-15',
      end_date: '2026-07-01',
      status: 'active',
    });
    expect(dataset({ end: Date.UTC(2026, 6, 5) })).toMatchObject({
      start_date: '2026-06-30',
      end_date: '2026-07-05',
      status: 'expiring',
    });
  });

  test('a purchase whose period ends long before the usage has no term', () => {
    const bought = (end: string) =>
      rowOf([
        on('2026-06-30'),
        {
          ...on('2026-06-01'),
          ...priced(0, 0, 0, 8760),
          CommitmentDiscountStatus: null,
          ChargeCategory: 'Purchase',
          ChargeFrequency: 'One-Time',
          ChargePeriodEnd: end,
        },
      ]);
    expect(bought('2026-06-02T00:00:00Z')).toMatchObject({ status: 'active', end_date: '2026-07-01' });
    expect(bought('2026-06-29T00:00:00Z')).toMatchObject({ status: 'expired', end_date: '2026-06-29' });
    expect(bought('2027-06-01T00:00:00Z')).toMatchObject({ status: 'active', end_date: '2027-06-01' });
  });

  test('one without charges has the texts of the inventory', () => {
    const queued = inventoryOf('ri-2', {
      provider: 'provider_a',
      category: 'Usage',
      state: 'queued',
      start: Date.UTC(2026, 6, 10),
    });
    const dataset = testBill(base, { inventory: [queued] });
    expect(dataset.call('listCommitments').items).toMatchObject([
      {
        account_id: '',
        region: 'global',
        start_date: '2026-07-10',
        end_date: '2026-07-11',
        status: 'pending',
      },
    ]);
    const query = { instrument: 'ri' };
    expect(dataset.call('listCommitmentInventory', { query }).rows).toMatchObject([
      { start: '2026-07-10', end: null, end_is_derived: false },
    ]);
    const ofAYear = testBill(base, { inventory: [{ ...queued, termMonths: 12 }] });
    expect(ofAYear.call('listCommitmentInventory', { query }).rows).toMatchObject([
      { end: '2027-07-10', end_is_derived: true, term_months: 12 },
    ]);
    const end = Date.UTC(2027, 6, 1);
    const ended = testBill(base, { inventory: [{ ...queued, termMonths: 12, end }] });
    expect(ended.call('listCommitmentInventory', { query }).rows).toMatchObject([
      { end: '2027-07-01', end_is_derived: false },
    ]);
  });

  test('the savings rate of usage without an account has empty texts', () => {
    const rates = testBill([...base, on('2026-06-30')]).call('getEffectiveSavingsRate', {
      query: { period: '2026-06', scope: 'all' },
    });
    expect(rates.accounts[1]).toMatchObject({ account_id: '', account_name: '', effective_cost: 1 });
  });
});

describe('a commitment that is charged by month', () => {
  const ofJune = {
    ...web,
    ChargePeriodStart: '2026-06-01T00:00:00Z',
    ChargePeriodEnd: '2026-07-01T00:00:00Z',
  };
  const inJune = [
    { ...used, ...ofJune, CommitmentDiscountQuantity: 600, ...priced(600, 540, 240) },
    { ...unused, ...ofJune, CommitmentDiscountQuantity: 120, ...priced(0, 0, 120) },
  ];
  const onDemand = hourly(() => [{ ServiceName: 'Compute', ...web, ...priced(1, 1, 1, 1) }]);
  const monthlyRows = [...inJune, ...onDemand];
  const dataset = testBill(monthlyRows);

  test('runs until the end of the month, and costs its fee of every hour of it', () => {
    expect(dataset.call('listCommitments').items).toMatchObject([
      {
        start_date: '2026-06-01',
        end_date: '2026-07-01',
        status: 'active',
        current_utilization_pct: 83.33,
        monthly_commitment_usd: 365,
      },
    ]);
    expect(dataset.call('getCommitmentPortfolio').rows).toMatchObject([
      { hourly_commitment_usd: 0.5, fee_monthly_net: 365, rightsizing_monthly: 121.67 },
    ]);
    expect(dataset.call('getCommitmentUtilization', { query: { type: 'ri' } }).services).toMatchObject([
      { utilization_pct: 83.33, purchased_hours: 720, committed_hourly_usd: 0.5, committed_monthly_usd: 365 },
    ]);
  });

  test('counts its fee of a month once in a window that ends during it', () => {
    const later = testBill(monthlyRows, { now: '2026-06-16T00:00:00Z' });
    expect(later.call('listCommitments').items).toMatchObject([{ monthly_commitment_usd: 365 }]);
  });

  test('can be charged by day before', () => {
    const mixed = hourly(() => [
      { ...used, ...web, CommitmentDiscountQuantity: 1, ...priced(1, 1, 0.5) },
    ]).filter(({ ChargePeriodStart }) => ChargePeriodStart < '2026-06-11');
    const rest = {
      ...{ ...used, ...ofJune, CommitmentDiscountQuantity: 480, ...priced(480, 480, 240) },
      ChargePeriodStart: '2026-06-11T00:00:00Z',
    };
    expect(testBill([...mixed, rest]).call('listCommitments').items).toMatchObject([
      { current_utilization_pct: 100, monthly_commitment_usd: 365 },
    ]);
  });
});

test('the kind of a commitment depends on the provider and the category', () => {
  const committed = (ProviderName: string, category: 'Usage' | 'Spend') => ({
    ...used,
    ...web,
    ProviderName,
    CommitmentDiscountId: `${ProviderName} ${category}`,
    CommitmentDiscountCategory: category,
    ...priced(1, 1, 1),
  });
  const all = testBill(
    hourly(() => [
      committed('Provider A', 'Usage'),
      committed('Provider A', 'Spend'),
      committed('Provider B', 'Usage'),
      committed('Provider B', 'Spend'),
    ]),
  );
  expect(all.call('listCommitments').items.map((row: any) => row.kind)).toEqual([
    'reserved_instance',
    'savings_plan',
    'committed_use_discount',
    'spend_commitment',
  ]);
  expect(all.call('getCommitmentOverview', { query: { provider: 'provider_b' } })).toMatchObject({
    commitment_count: 0,
    total_cloud_spend_monthly: 0,
    accounts: [],
  });
  expect(all.call('getCommitmentOverview')).toMatchObject({ commitment_count: 2 });
});
