import { describe, expect, test } from 'vitest';
import { firstDayOf, isoDate, monthOf } from '../calendar.js';
import { type Charge, figures, readerOf } from '../ledger/charges.js';
import { createLedger, type ScenarioLedger } from '../ledger/index.js';
import { costViews } from '../ledger/spans.js';
import { createSeedData } from '../seed-data/index.js';
import { largeSeedData } from '../seed-data/large.js';
import type { SeedData } from '../seed-data/types.js';
import type { ExportRow } from './columns.js';
import { exportRange, scenarioRows } from './scenario-rows.js';

const now = Date.parse('2026-06-15T12:00:00Z');
const exported = (seedData: SeedData, seed: number, first?: number) => {
  const ledger = createLedger(seedData, seed, now);
  const range = exportRange(ledger, now, first);
  return { ledger, range, rows: [...scenarioRows(ledger, range)] };
};
const april = firstDayOf(monthOf(now / 86_400_000) - 2);
const micros = (text: string | null | undefined): number => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text ?? '') ?? [];
  return Number(`${sign}${whole}${fraction.padEnd(6, '0')}`);
};
const { ledger, range, rows } = exported(createSeedData('default', now), 1);
const isUsage = ({ ChargeCategory }: ExportRow) => ChargeCategory === 'Usage';
/** Everything but usage, and the usage of two months. */
const sample = rows.filter((row) => !isUsage(row) || (row.ChargePeriodStart as string) >= '2026-05');

function chargeTypeOf(row: ExportRow): Charge['chargeType'] {
  if (row.CommitmentDiscountStatus === 'Used') return 'covered_usage';
  return row.CommitmentDiscountId ? 'commitment_fee' : 'usage';
}

/** The sums of rows by day and dimensions: billed and effective cost, without credits, and credits. */
function sumsOfRows(rows: readonly ExportRow[]) {
  const sums = new Map<string, [number, number, number]>();
  for (const row of rows) {
    if (row.ChargeCategory === 'Tax' || row.ChargeCategory === 'Adjustment') continue;
    const { ServiceName, SubAccountId, RegionId, x_UsageType } = row;
    const day = row.ChargePeriodStart?.slice(0, 10);
    const key = [day, ServiceName, SubAccountId, RegionId, chargeTypeOf(row), x_UsageType].join('|');
    const at: [number, number, number] = sums.get(key) ?? [0, 0, 0];
    sums.set(key, at);
    if (row.ChargeCategory === 'Credit') at[2] -= micros(row.BilledCost);
    else {
      at[0] += micros(row.BilledCost);
      at[1] += micros(row.EffectiveCost);
    }
  }
  return sums;
}

/** The same sums of the ledger, which the scenario's bill rounds to cents. */
function sumsOfLedger(ledger: ScenarioLedger, { first, last }: { first: number; last: number }) {
  const sums = new Map<string, number[]>();
  for (const domain of ledger.seedData.providers.flatMap(({ id }) => ledger.domainsOf(id))) {
    const charges: Charge[] = [];
    const read = readerOf(domain, charges);
    for (let day = first; day <= last; day++) {
      const amounts = new Float64Array(charges.length * figures);
      read(day, amounts);
      charges.forEach(({ service, account, region, chargeType, usageType }, c) => {
        const of = (view: number) => amounts[c * figures + view] as number;
        const own = [
          of(costViews.indexOf('net_unblended')),
          of(costViews.indexOf('net_amortized')),
          of(figures - 1),
        ];
        if (own.every((amount) => amount === 0)) return;
        const key = [isoDate(day), service, account, region, chargeType, usageType].join('|');
        const at = sums.get(key) ?? [0, 0, 0];
        sums.set(
          key,
          at.map((amount, i) => amount + (own[i] as number)),
        );
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
    const may = { first: firstDayOf(ledger.originMonth - 1), last: firstDayOf(ledger.originMonth) - 1 };
    const inMay = rows.filter((row) => isUsage(row) && row.ChargePeriodStart?.startsWith('2026-05'));
    let compared = 0;
    for (const commitment of ledger.seedData.commitments) {
      const measure = ledger.domainOf(commitment).measure(may.first, may.last).get(commitment);
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
      expect(sum('EffectiveCost', 'Used')).toBe(measure.usedNet);
      expect(sum('EffectiveCost', 'Unused')).toBe(measure.net - measure.usedNet);
      expect(sum('ListCost', 'Used')).toBe(measure.coveredList);
      const perUnit = commitment.capacity === null ? 1 : 1_000_000;
      const [used, fee] =
        commitment.capacity === null ? [measure.usedFee, measure.fee] : [measure.used, measure.purchased];
      expect(sum('CommitmentDiscountQuantity', 'Used')).toBe(used * perUnit);
      expect(sum('CommitmentDiscountQuantity', 'Unused')).toBe((fee - used) * perUnit);
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
      ['2026-04-01', '2026-05-01'],
    ]);
  });

  test('are the same from a later first day on, with the tax of every whole month', () => {
    const later = exported(createSeedData('default', now), 1, april).rows;
    expect(later).toEqual(rows.filter((row) => (row.ChargePeriodStart as string) >= '2026-04-01'));
    const taxed = later.filter(({ ChargeCategory }) => ChargeCategory === 'Tax');
    expect(taxed.map(({ ChargePeriodStart }) => ChargePeriodStart?.slice(0, 7))).toEqual([
      '2026-04',
      '2026-05',
    ]);
    const fromTheSecond = exported(createSeedData('default', now), 1, april + 1).rows;
    expect(fromTheSecond.filter(({ ChargeCategory }) => ChargeCategory === 'Tax')).toEqual(taxed.slice(1));
  });

  test('end before today, and start where the range starts', () => {
    const days = rows.map((row) => row.ChargePeriodStart?.slice(0, 10) as string).toSorted();
    expect([days[0], days.at(-1)]).toEqual([isoDate(range.first), '2026-06-14']);
  });
});
