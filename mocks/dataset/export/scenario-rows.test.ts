import { describe, expect, test } from 'vitest';
import { firstDayOf, isoDate, monthOf } from '../calendar.js';
import type { Charge } from '../ledger/charges.js';
import type { Ledger } from '../ledger/index.js';
import { amountOf, columnOf, occursIn } from '../ledger/spans.js';
import { createLedger } from '../scenario/create-ledger.js';
import { scenarioCharges } from '../scenario/scenario-charges.js';
import { createSeedData } from '../seed-data/index.js';
import { largeSeedData } from '../seed-data/large.js';
import type { SeedData } from '../seed-data/types.js';
import type { ExportRow } from './columns.js';
import { exportRange, scenarioRows } from './scenario-rows.js';

const now = Date.parse('2026-06-15T12:00:00Z');
const exported = (seedData: SeedData, seed: number, first?: number) => {
  const charges = scenarioCharges(seedData, seed, now);
  const range = exportRange(charges, now, first);
  return { ledger: createLedger(seedData, seed, now), range, rows: [...scenarioRows(charges, range)] };
};
const april = firstDayOf(monthOf(now / 86_400_000) - 2);
const micros = (text: string | null | undefined): number => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text ?? '') ?? [];
  return Number(`${sign}${whole}${fraction.padEnd(6, '0')}`);
};
const { ledger, range, rows } = exported(createSeedData('default', now), 1);
const may = { first: Date.parse('2026-05-01') / 86_400_000, last: Date.parse('2026-05-31') / 86_400_000 };
const isUsage = ({ ChargeCategory }: ExportRow) => ChargeCategory === 'Usage';
/** Everything but usage, and the usage of two months. */
const sample = rows.filter((row) => !isUsage(row) || (row.ChargePeriodStart as string) >= '2026-05');

function chargeTypeOf(row: ExportRow): Charge['chargeType'] {
  if (row.ChargeCategory === 'Credit') return 'credit';
  if (row.ChargeCategory === 'Tax') return 'tax';
  if (row.ChargeCategory === 'Adjustment') return 'adjustment';
  if (row.CommitmentDiscountStatus === 'Used') return 'covered_usage';
  return row.CommitmentDiscountId ? 'commitment_fee' : 'usage';
}

/** Billed and effective cost by day and dimensions. */
type Sums = Map<string, readonly [billed: number, effective: number]>;

function add(sums: Sums, key: string, billed: number, effective: number): void {
  const [b, e] = sums.get(key) ?? [0, 0];
  sums.set(key, [b + billed, e + effective]);
}

function sumsOfRows(rows: readonly ExportRow[]): Sums {
  const sums: Sums = new Map();
  for (const row of rows) {
    const { ServiceName, SubAccountId = null, RegionId, x_UsageType = null } = row;
    const day = row.ChargePeriodStart?.slice(0, 10);
    const key = [day, ServiceName, SubAccountId, RegionId, chargeTypeOf(row), x_UsageType].join('|');
    add(sums, key, micros(row.BilledCost), micros(row.EffectiveCost));
  }
  return sums;
}

/** The same sums of the bills that are served. */
function sumsOfLedger(ledger: Ledger, { first, last }: { first: number; last: number }): Sums {
  const sums: Sums = new Map();
  const [billed, effective] = [columnOf('unblended', 'after'), columnOf('amortized', 'after')];
  for (const bill of ledger.seedData.providers.flatMap(({ id }) => ledger.billOf(id) ?? [])) {
    for (let day = first; day <= last; day++) {
      const spans = bill.spans(day, day);
      bill.charges.forEach(({ service, account, region, chargeType, usageType }, c) => {
        if (!occursIn(spans, billed, c)) return;
        const key = [isoDate(day), service, account, region, chargeType, usageType].join('|');
        add(sums, key, amountOf(spans, billed, c), amountOf(spans, effective, c));
      });
    }
  }
  return sums;
}

describe('the rows of a scenario', () => {
  test.each([
    ['default', 1],
    ['default', 7],
    ['expiring-soon', 3],
    ['unmeasured', 2],
  ] as const)('sum up to the ledger exactly, by day and dimensions (%s, seed %i)', (scenario, seed) => {
    const { ledger, range, rows } = exported(createSeedData(scenario, now), seed, april);
    expect(sumsOfRows(rows)).toEqual(sumsOfLedger(ledger, range));
  });

  test('sum up to the ledger with many commitments in a pool', () => {
    const { ledger, range, rows } = exported(
      largeSeedData(now, 300),
      1,
      firstDayOf(monthOf(now / 86_400_000)),
    );
    expect(sumsOfRows(rows)).toEqual(sumsOfLedger(ledger, range));
  });

  test('charge each commitment its whole fee, used and unused', () => {
    const inMay = rows.filter((row) => isUsage(row) && row.ChargePeriodStart?.startsWith('2026-05'));
    let compared = 0;
    for (const commitment of ledger.seedData.commitments) {
      const measure = ledger.measuresOf(commitment).between(may.first, may.last).get(commitment);
      const own = inMay.filter((row) => row.CommitmentDiscountId === commitment.id);
      const sum = (column: 'EffectiveCost' | 'ListCost' | 'CommitmentDiscountQuantity', status: string) =>
        own
          .filter((row) => row.CommitmentDiscountStatus === status)
          .reduce((total, row) => total + micros(row[column]), 0);
      if (measure === undefined || measure.liveHours === 0) {
        expect(own).toEqual([]);
        continue;
      }
      compared += 1;
      const perUnit = 1_000_000;
      expect(sum('EffectiveCost', 'Used')).toBe(measure.usedFee);
      expect(sum('EffectiveCost', 'Unused')).toBe(measure.fee - measure.usedFee);
      expect(sum('ListCost', 'Used')).toBe(measure.coveredList);
      expect(sum('CommitmentDiscountQuantity', 'Used')).toBeCloseTo(measure.used * perUnit, 3);
      expect(sum('CommitmentDiscountQuantity', 'Unused')).toBeCloseTo(
        (measure.purchased - measure.used) * perUnit,
        3,
      );
    }
    expect(compared).toBeGreaterThan(5);
  });

  test('have unit prices whose product with the quantity is the cost', () => {
    for (const row of sample) {
      if (row.PricingQuantity === undefined) continue;
      const quantity = Number(row.PricingQuantity);
      expect(Math.round(micros(row.ListUnitPrice) * quantity)).toBe(micros(row.ListCost));
      expect(
        Math.abs(micros(row.ContractedUnitPrice) * quantity - micros(row.ContractedCost)),
      ).toBeLessThanOrEqual(1);
    }
  });

  test('have a value where FOCUS 1.2 requires one, and none where it forbids one', () => {
    const always = [
      ...['BilledCost', 'BillingAccountId', 'BillingAccountName', 'BillingAccountType', 'BillingCurrency'],
      ...['BillingPeriodEnd', 'BillingPeriodStart', 'ChargeCategory', 'ChargeDescription', 'ChargeFrequency'],
      ...['ChargePeriodEnd', 'ChargePeriodStart', 'ContractedCost', 'EffectiveCost', 'InvoiceIssuerName'],
      ...[
        'ListCost',
        'ProviderName',
        'PublisherName',
        'ServiceCategory',
        'ServiceName',
        'ServiceSubcategory',
      ],
    ] as const;
    const priced = [
      ...['ContractedUnitPrice', 'ListUnitPrice', 'PricingCategory', 'PricingQuantity', 'PricingUnit'],
      ...['SkuId', 'SkuMeter', 'SkuPriceId'],
    ] as const;
    const committed = [
      ...['CommitmentDiscountCategory', 'CommitmentDiscountType'],
      ...['CommitmentDiscountQuantity', 'CommitmentDiscountUnit'],
    ] as const;
    const filled = (row: ExportRow, columns: readonly string[]) =>
      columns.filter((column) => row[column as keyof ExportRow]).length;
    const problems = sample.flatMap((row) => {
      const { ChargeCategory: category, CommitmentDiscountId: commitment } = row;
      const isPriced = category === 'Usage' || category === 'Purchase';
      const isConsumed = isUsage(row) && row.CommitmentDiscountStatus !== 'Unused';
      const rules = {
        always: filled(row, always) === always.length,
        priced: isPriced
          ? filled(row, priced) === priced.length
          : category !== 'Tax' || filled(row, priced) === 0,
        committed: filled(row, committed) === (commitment ? committed.length : 0),
        status: Boolean(row.CommitmentDiscountStatus) === (isUsage(row) && Boolean(commitment)),
        consumed: filled(row, ['ConsumedQuantity', 'ConsumedUnit']) === (isConsumed ? 2 : 0),
        billing: (row.BillingPeriodStart as string) < (row.BillingPeriodEnd as string),
        period: (row.ChargePeriodStart as string) < (row.ChargePeriodEnd as string),
        // Also in the open month.
        invoice: row.InvoiceId?.endsWith(`-${row.BillingPeriodStart?.slice(0, 7)}`) === true,
      };
      return Object.entries(rules).flatMap(([name, holds]) => (holds ? [] : [{ name, row }]));
    });
    expect(problems).toEqual([]);
  });

  test('are hourly for the last 31 days of services with commitments, daily before', () => {
    const hourly = rows.filter((row) => row.ChargePeriodStart?.endsWith('T01:00:00Z'));
    expect(new Set(hourly.map(isUsage))).toEqual(new Set([true]));
    expect(hourly[0]?.ChargePeriodStart).toBe('2026-05-15T01:00:00Z');
    expect(hourly.some(({ ServiceName }) => ServiceName === 'object-storage')).toBe(false);
  });

  test('invoice late usage with the next month', () => {
    const late = rows.filter(
      (row) => row.BillingPeriodStart?.slice(0, 7) !== row.ChargePeriodStart?.slice(0, 7),
    );
    const months = (row: ExportRow) => [
      row.ChargePeriodStart?.slice(0, 10),
      row.BillingPeriodStart?.slice(0, 10),
    ];
    const usage = late.filter(isUsage);
    expect(new Set(usage.map(({ ServiceName }) => ServiceName))).toEqual(new Set(['analytics-engine']));
    expect(usage.map(months)).toContainEqual(['2026-05-31', '2026-06-01']);
    expect(late.filter(({ ChargeClass }) => ChargeClass === 'Correction').map(months)).toEqual([
      ['2026-04-30', '2026-05-01'],
    ]);
  });

  test('are the same from a later first day on, with the tax of every month that ends', () => {
    const later = exported(createSeedData('default', now), 1, april).rows;
    expect(later).toEqual(rows.filter((row) => (row.ChargePeriodStart as string) >= '2026-04-01'));
    const taxed = later.filter(({ ChargeCategory }) => ChargeCategory === 'Tax');
    expect(taxed.map(({ ChargePeriodStart }) => ChargePeriodStart?.slice(0, 7))).toEqual([
      '2026-04',
      '2026-05',
    ]);
    const fromTheSecond = exported(createSeedData('default', now), 1, april + 1).rows;
    expect(fromTheSecond.filter(({ ChargeCategory }) => ChargeCategory === 'Tax')).toEqual(taxed);
  });

  test('end before today, and start where the range starts', () => {
    const days = rows.map((row) => row.ChargePeriodStart?.slice(0, 10) as string).toSorted();
    expect([days[0], days.at(-1)]).toEqual([isoDate(range.first), '2026-06-14']);
  });
});
