import fc from 'fast-check';
import type { FocusRow } from './tables-of.js';

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
const start = fc.integer({ min: 0, max: 24 * 70 }).map((hour) => Date.UTC(2026, 3, 25, hour));

/** Rows of any category, with any column missing, and costs from a lowest one. */
function rowFrom(lowest: number): fc.Arbitrary<FocusRow> {
  return fc
    .record({
      ProviderName: oneOf('Provider A', 'Provider A', 'Provider B', 'Provider C'),
      SubAccountId: oneOf('111111111111', '222222222222', null),
      ServiceName: oneOf('Compute', 'Database', null),
      RegionId: oneOf('north-1', null),
      ChargeCategory: oneOf('Usage', 'Usage', 'Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'),
      ChargeClass: oneOf(null, null, 'Correction' as const),
      ChargeFrequency: oneOf('One-Time', 'Recurring', 'Usage-Based', null),
      usage_type: oneOf('hours', null),
      platform: oneOf('Linux', null),
      Tags: oneOf<Record<string, string>>({}, { team: 'web' }, { env: 'test', team: '' }),
      CommitmentDiscountId: oneOf(null, null, 'c-1', 'c-2', 'c-3'),
      CommitmentDiscountStatus: oneOf('Used', 'Unused', null),
      CommitmentDiscountQuantity: oneOf(null, 0, 1, 2.5),
      start,
      hours: oneOf(1, 24, 720),
      PublisherName: oneOf(null, null, 'Vendor Z'),
      costs: costsFrom(lowest),
    })
    .map(({ start: from, hours, costs, CommitmentDiscountId, CommitmentDiscountStatus, ...columns }) => {
      // An id is of one provider.
      const id = CommitmentDiscountId && `${columns.ProviderName} ${CommitmentDiscountId}`;
      // The period of a one-time purchase is the term.
      const isTerm = columns.ChargeCategory === 'Purchase' && columns.ChargeFrequency === 'One-Time';
      return {
        ...columns,
        ...costs,
        CommitmentDiscountId: id,
        CommitmentDiscountStatus: id === null ? null : CommitmentDiscountStatus,
        CommitmentDiscountCategory: id === null ? null : id.endsWith('3') ? 'Spend' : 'Usage',
        CommitmentDiscountType: 'Flexible',
        ChargePeriodStart: new Date(from).toISOString(),
        ChargePeriodEnd: new Date(from + (isTerm ? 8760 : hours) * 3_600_000).toISOString(),
      } as FocusRow;
    });
}

/** A row, and maybe another one of the same kind and day, of which any value is missing. */
function rowsFrom(lowest: number): fc.Arbitrary<readonly FocusRow[]> {
  const quantity = oneOf(null, 0, 1, 2.5);
  return fc
    .tuple(rowFrom(lowest), fc.boolean(), costsFrom(lowest), quantity)
    .map(([row, isAlone, costs, CommitmentDiscountQuantity]) =>
      isAlone ? [row] : [row, { ...row, ...costs, CommitmentDiscountQuantity }],
    );
}

/** Rows of the same kind and day whose amounts of seven decimals cancel, which their binary fractions do not. */
const cancelled = fc
  .tuple(
    rowFrom(0),
    fc.array(fc.integer({ min: 1_000_000, max: 99_999_999 }), { minLength: 2, maxLength: 4 }),
  )
  .map(([row, amounts]) =>
    [...amounts, -amounts.reduce((sum, amount) => sum + amount, 0)].map((amount) => {
      const cost = amount / 10_000_000;
      return { ...row, BilledCost: cost, EffectiveCost: cost, ListCost: cost, ContractedCost: cost };
    }),
  );

/** Prices can be missing. */
function costsFrom(lowest: number) {
  const cost = fc.integer({ min: lowest * 1000, max: 10_000_000 }).map((micros) => micros / 1000);
  const price = fc.option(cost, { freq: 9 });
  return fc.record({ BilledCost: cost, EffectiveCost: cost, ListCost: price, ContractedCost: price });
}

/** A row of usage, so that the data have an end. */
const usage: FocusRow = {
  ProviderName: 'Provider A',
  ServiceName: 'Compute',
  ListCost: 1,
  ContractedCost: 1,
  EffectiveCost: 1,
  BilledCost: 1,
  ChargePeriodStart: '2026-06-20T00:00:00Z',
};

/** Rows of a bill whose charges hold what real bills can: missing values, corrections, several providers. */
export function randomRows({
  lowest = 0,
  minLength = 0,
  maxLength = 40,
}: {
  readonly lowest?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
} = {}): fc.Arbitrary<readonly FocusRow[]> {
  const rows = fc.oneof({ arbitrary: rowsFrom(lowest), weight: 5 }, { arbitrary: cancelled, weight: 1 });
  return fc.array(rows, { minLength, maxLength }).map((all) => [usage, ...all.flat()]);
}
