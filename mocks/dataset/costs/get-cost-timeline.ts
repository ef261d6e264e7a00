import type { OperationRequest } from '../../types.js';
import { isoDate } from '../calendar.js';
import type { Context } from '../context.js';
import type { Charge } from '../ledger/charges.js';
import { amountOf, type Column, columnOf, occursIn } from '../ledger/spans.js';
import { type Micros, sum, usd } from '../money.js';
import { providerNamed } from '../providers/list-providers.js';
import { dimensionOf } from './filter.js';
import { largestFirst, totalOf } from './portions.js';
import { actualSpans, type Bucket, bucketsOf, rangeOf } from './range.js';

/** Billed costs by day or month. */
export function getCostTimeline(context: Context, { path, query }: OperationRequest) {
  const provider = providerNamed(context, path.provider_id);
  const range = rangeOf(context, query);
  const bill = context.ledger.billOf(provider.id);
  const column = columnOf('unblended', query.credits);
  const nameOf =
    query.dimension === undefined ? null : dimensionOf[query.dimension as keyof typeof dimensionOf];
  const pointsOf = (buckets: readonly Bucket[]) => {
    const parts = nameOf && totalsIn(buckets, column, bill.charges, nameOf);
    return buckets.map(({ date, spans }, i) => {
      const own = parts?.[i];
      if (own === undefined) return { date, amount: usd(totalOf(spans, column, bill.charges)), parts: null };
      const partsShown = largestFirst(own).map(([value, amount]) => ({ value, amount: usd(amount) }));
      return { date, amount: usd(sum([...own.values()])), parts: partsShown };
    });
  };
  const spans = actualSpans(context, bill, range);
  return {
    provider_id: provider.id,
    provider_name: provider.name,
    granularity: query.granularity,
    start_date: isoDate(range.first),
    end_date: isoDate(range.last),
    dimension: query.dimension ?? null,
    credits: query.credits,
    data_points: pointsOf(bucketsOf(spans, query.granularity)),
    total: usd(totalOf(spans, column, bill.charges)),
  };
}

/** The total cost by name in each bucket, for names with charges in it. A pass for each bucket would take twice as long. */
function totalsIn(
  buckets: readonly Bucket[],
  column: Column,
  charges: readonly Charge[],
  nameOf: (charge: Charge) => string | null,
): readonly ReadonlyMap<string | null, Micros>[] {
  const names = [...new Set(charges.map(nameOf))];
  const positions = new Map(names.map((name, n) => [name, n]));
  const width = buckets.length;
  const sums = new Float64Array(names.length * width);
  const found = new Uint8Array(names.length * width);
  charges.forEach((charge, c) => {
    const row = (positions.get(nameOf(charge)) as number) * width;
    buckets.forEach(({ spans }, i) => {
      sums[row + i] = (sums[row + i] as number) + amountOf(spans, column, c);
      if (found[row + i] === 0 && occursIn(spans, column, c)) found[row + i] = 1;
    });
  });
  return buckets.map(
    (_, i) =>
      new Map(
        names.flatMap((name, n) =>
          found[n * width + i] === 1 ? [[name, sums[n * width + i] as number] as const] : [],
        ),
      ),
  );
}
