import { expect, test } from 'vitest';
import { hourOf, isoDate } from '../../../mocks/dataset/calendar.js';
import { tablesIn } from '../../../tests/support/bill/duckdb.js';
import { csvOf, type FocusRow, temporaryFiles, usage } from '../../../tests/support/bill/focus-files.js';
import { groupBy } from '../../group-by.js';

const files = temporaryFiles();

const tablesOf = (...rows: FocusRow[]) =>
  tablesIn([files.write('bill.csv', csvOf(rows))], { allowRepeatedRows: true });

const covered = {
  CommitmentDiscountId: 'plan-1',
  CommitmentDiscountCategory: 'Spend',
  CommitmentDiscountType: 'Compute plan',
  CommitmentDiscountStatus: 'Used',
  CommitmentDiscountQuantity: '0.1',
  CommitmentDiscountUnit: 'USD',
};
/** A row an hour later, or several. */
const later = (row: FocusRow, hours: number): FocusRow => {
  const move = (time: string | null | undefined) =>
    new Date(Date.parse(time ?? '') + hours * 3_600_000).toISOString();
  return {
    ...row,
    ChargePeriodStart: move(row.ChargePeriodStart),
    ChargePeriodEnd: move(row.ChargePeriodEnd),
  };
};

test('sums rows by line and day', async () => {
  const { lines, days, firstDay, lastDay, end } = await tablesOf(usage, later(usage, 5), later(usage, 24));
  expect(lines).toEqual([
    {
      provider: 'provider_a',
      account: '111111111111',
      service: 'Compute',
      region: 'region-1',
      category: 'Usage',
      frequency: 'Usage-Based',
      isCorrection: false,
      isMarketplace: false,
      usageType: null,
      platform: null,
      tags: { team: 'web' },
      commitment: null,
      status: null,
      invoiceMonth: 2026 * 12 + 4,
    },
  ]);
  expect([firstDay, lastDay].map(isoDate)).toEqual(['2026-05-10', '2026-05-11']);
  expect(new Date(end).toISOString()).toBe('2026-05-11T01:00:00.000Z');
  expect({ ...days, day: [...days.day].map(isoDate) }).toEqual({
    line: Int32Array.of(0, 0),
    day: ['2026-05-10', '2026-05-11'],
    billed: Float64Array.of(2e6, 1e6),
    effective: Float64Array.of(2e6, 1e6),
    list: Float64Array.of(3e6, 1.5e6),
    contracted: Float64Array.of(2.5e6, 1.25e6),
    quantity: Float64Array.of(Number.NaN, Number.NaN),
    unpriced: Float64Array.of(0, 0),
  });
});

test('sums rows of lines that start anywhere in several files', async () => {
  const bill = Array.from({ length: 500 }, (_, i) => ({
    ...usage,
    ServiceName: `Service ${String(Math.floor(i / 7)).padStart(2, '0')}`,
    Tags: i % 3 === 0 ? null : JSON.stringify({ team: `team ${i % 5}` }),
  }));
  const parts = [bill.slice(0, 30), bill.slice(30, 41), bill.slice(41)].map((rows, i) =>
    files.write(`part-${i}.csv`, csvOf(rows)),
  );
  const tables = await tablesIn(parts, { allowRepeatedRows: true });
  expect(tables).toEqual(await tablesOf(...bill));
  const rowsOf = groupBy(bill, ({ ServiceName, Tags }) => `${ServiceName} ${Tags ?? '{}'}`);
  const found = tables.lines.map(({ service, tags }, l) => [
    `${service} ${JSON.stringify(tags)}`,
    (tables.days.billed[tables.days.line.indexOf(l)] ?? 0) / 1e6,
  ]);
  expect(found.toSorted()).toEqual([...rowsOf].map(([key, rows]) => [key, rows.length]).toSorted());
});

test('sums rows of a day on which an account was renamed', async () => {
  const { lines, days } = await tablesOf(usage, later({ ...usage, SubAccountName: 'New' }, 5));
  expect(lines).toHaveLength(1);
  expect(days).toMatchObject({ line: Int32Array.of(0), billed: Float64Array.of(2e6) });
});

test('sums rows of a day of which some prices are not known', async () => {
  const free = { BilledCost: '0', EffectiveCost: '0', ListCost: '0', ContractedCost: '0' };
  const prices = [
    {},
    { ListCost: '0' },
    { ContractedCost: null },
    { ListCost: null, ContractedCost: '0' },
    free,
  ];
  const { days } = await tablesOf(...prices.map((known, hour) => later({ ...usage, ...known }, hour)));
  expect(days).toMatchObject({
    billed: Float64Array.of(4e6),
    list: Float64Array.of((1.5 + 1.25 + 1.5 + 1) * 1e6),
    contracted: Float64Array.of((1.25 + 1.25 + 1.5 + 1) * 1e6),
    unpriced: Float64Array.of((1.25 + 1.5 + 1) * 1e6),
  });
});

test('adds decimals without binary rounding', async () => {
  const cents = Array.from({ length: 1000 }, () => ({ ...usage, BilledCost: '0.1' }));
  expect((await tablesOf(...cents)).days.billed).toEqual(Float64Array.of(100e6));
  expect((await tablesOf({ ...usage, BilledCost: '1.005' })).days.billed).toEqual(Float64Array.of(1_005_000));
});

test('assigns a row to the day on which its charge period starts, in UTC', async () => {
  const row = { ...usage, ChargePeriodStart: '2026-05-10T23:30:00-01:00', ChargePeriodEnd: '2026-05-12' };
  expect([...(await tablesOf(row)).days.day].map(isoDate)).toEqual(['2026-05-11']);
});

test('assigns the invoice month by the billing period, and marks corrections and marketplace', async () => {
  const { lines } = await tablesOf(usage, {
    ...usage,
    ChargeClass: 'Correction',
    PublisherName: 'Vendor',
    BillingPeriodStart: '2026-06-01',
    BillingPeriodEnd: '2026-07-01',
  });
  expect(
    lines.map(({ invoiceMonth, isCorrection, isMarketplace }) => [invoiceMonth, isCorrection, isMarketplace]),
  ).toEqual(
    expect.arrayContaining([
      [2026 * 12 + 4, false, false],
      [2026 * 12 + 5, true, true],
    ]),
  );
});

test('sums on-demand usage of services with commitments by hour', async () => {
  const { lines, hours } = await tablesOf(
    { ...usage, ...covered },
    later(usage, 1),
    later({ ...usage, Tags: '{"team": "other"}' }, 1),
    later(usage, 2),
    { ...usage, ServiceName: 'Storage' },
    { ...later(usage, 3), ChargePeriodEnd: '2026-05-10T06:00:00Z' },
  );
  const hour = hourOf(Date.parse('2026-05-10T01:00:00Z'));
  expect({ ...hours, line: [] }).toEqual({
    line: [],
    hour: Int32Array.of(hour, hour + 1),
    list: Float64Array.of(3e6, 1.5e6),
  });
  expect(lines[hours.line[0] ?? -1]).toMatchObject({
    service: 'Compute',
    category: 'Usage',
    commitment: null,
  });
});

test('sums hours at contracted prices where list prices are missing', async () => {
  const { hours } = await tablesOf(
    { ...usage, ...covered },
    later(usage, 1),
    later({ ...usage, ListCost: null }, 2),
  );
  expect(hours.list).toEqual(Float64Array.of(1.5e6, 1.25e6));
});

test('reads commitments with their quantities and the term of their purchase', async () => {
  const purchase = {
    ...usage,
    ...covered,
    CommitmentDiscountStatus: null,
    CommitmentDiscountName: 'Plan',
    ChargeCategory: 'Purchase',
    ChargeFrequency: 'One-Time',
    ChargePeriodStart: '2026-05-10',
    ChargePeriodEnd: '2027-05-10',
  };
  const { commitments, days, end } = await tablesOf(
    { ...usage, ...covered },
    { ...usage, ...covered },
    { ...usage, ...covered },
    purchase,
  );
  expect(commitments).toEqual([
    {
      id: 'plan-1',
      provider: 'provider_a',
      name: 'Plan',
      category: 'Spend',
      type: 'Compute plan',
      unit: 'USD',
      billingAccount: '999999999999',
      term: { start: Date.parse('2026-05-10'), end: Date.parse('2027-05-10') },
      longPeriods: [],
    },
  ]);
  expect([...days.quantity]).toContain(0.3);
  expect(new Date(end).toISOString()).toBe('2026-05-10T01:00:00.000Z');
});

test('reads the unit of commitments from used and unused rows with a quantity', async () => {
  const purchase = {
    ...covered,
    ChargeCategory: 'Purchase',
    ChargeFrequency: 'One-Time',
    CommitmentDiscountStatus: null,
    CommitmentDiscountUnit: 'Years',
  };
  const unitOf = async (...others: FocusRow[]) => {
    const hours = { ...usage, ...covered, CommitmentDiscountUnit: 'Hours' };
    return (await tablesOf(hours, ...others)).commitments[0]?.unit;
  };
  expect(await unitOf({ ...usage, ...purchase })).toBe('Hours');
  expect(await unitOf({ ...usage, ...purchase, CommitmentDiscountQuantity: null })).toBe('Hours');
  const correction = { ...covered, CommitmentDiscountUnit: 'Years', CommitmentDiscountQuantity: null };
  expect(await unitOf({ ...usage, ...correction })).toBe('Hours');
});

test('reads the charge periods of commitments that are longer than a day', async () => {
  const used = { ...usage, ...covered };
  const month = {
    ...used,
    ChargePeriodStart: '2026-06-01T07:00:00Z',
    ChargePeriodEnd: '2026-07-01T07:00:00Z',
  };
  const { commitments } = await tablesOf(used, later(used, 5), month, {
    ...month,
    CommitmentDiscountStatus: 'Unused',
    ChargePeriodEnd: '2026-06-16T07:00:00Z',
  });
  const periods = commitments[0]?.longPeriods.map(({ first, last }) => [isoDate(first), isoDate(last)]);
  expect(periods).toEqual([['2026-06-01', '2026-06-30']]);
});

test.each([
  ['2026-06-24T14:00:00Z', '2026-07-01', '2026-06-30'],
  ['2026-06-24T18:00:00Z', '2026-07-01', '2026-06-30'],
  ['2026-03-01', '2026-03-31T23:00:00Z', '2026-03-31'],
  ['2026-09-30T23:00:00Z', '2026-11-01', '2026-10-30'],
])('reads a charge period from %s to %s as one up to %s', async (start, end, last) => {
  const row = { ...usage, ...covered, ChargePeriodStart: start, ChargePeriodEnd: end };
  const { commitments } = await tablesOf(row);
  const periods = commitments[0]?.longPeriods.map((period) => [isoDate(period.first), isoDate(period.last)]);
  expect(periods).toEqual([[start.slice(0, 10), last]]);
});

test('ends with the last usage that is not of a month or a year', async () => {
  const ofYear = { ...usage, ServiceName: 'Support', ChargePeriodEnd: '2027-05-10' };
  const ofMonth = { ...usage, ChargePeriodStart: '2026-05-01', ChargePeriodEnd: '2026-06-01' };
  const endOf = async (...rows: FocusRow[]) => new Date((await tablesOf(...rows)).end).toISOString();
  expect(await endOf(usage, ofYear)).toBe('2026-05-10T01:00:00.000Z');
  expect(await endOf(usage, ofMonth)).toBe('2026-05-10T01:00:00.000Z');
  expect(await endOf(ofMonth)).toBe('2026-06-01T00:00:00.000Z');
  expect(isoDate((await tablesOf(ofMonth)).lastDay)).toBe('2026-05-31');
});

test('uses the latest name of an account', async () => {
  const { accounts } = await tablesOf(later({ ...usage, SubAccountName: 'New' }, 48), usage, {
    ...usage,
    SubAccountId: null,
  });
  expect(accounts).toEqual([{ id: '111111111111', name: 'New', provider: 'provider_a' }]);
});
