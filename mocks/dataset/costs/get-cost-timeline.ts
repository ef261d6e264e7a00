import type { OperationHandler } from '../../types.js';
import { isoDate } from '../calendar.js';
import type { Context } from '../context.js';
import { columnOf } from '../ledger/spans.js';
import { usd } from '../money.js';
import { withProvider } from '../providers/list-providers.js';
import { dimensionOf } from './filter.js';
import { largestFirst, totalOf, totalsBy } from './portions.js';
import { actualSpans, type Bucket, bucketsOf, rangeOf } from './range.js';

/** Billed costs by day or month. */
export function getCostTimeline(context: Context): OperationHandler {
  return withProvider(context, (provider, { query }) => {
    const range = rangeOf(context, query);
    if ('failure' in range) return range;
    const bill = context.ledger.billOf(provider.id);
    const column = columnOf('unblended', query.credits);
    const nameOf =
      query.dimension === undefined ? null : dimensionOf[query.dimension as keyof typeof dimensionOf];
    const pointOf = ({ date, spans }: Bucket) => {
      const parts = nameOf && largestFirst(totalsBy(spans, column, bill.charges, nameOf));
      return {
        date,
        amount: usd(totalOf(spans, column, bill.charges)),
        parts: parts?.map(([value, amount]) => ({ value, amount: usd(amount) })) ?? null,
      };
    };
    const spans = actualSpans(context, bill, range);
    return {
      data: {
        provider_id: provider.id,
        provider_name: provider.name,
        granularity: query.granularity,
        start_date: isoDate(range.first),
        end_date: isoDate(range.last),
        dimension: query.dimension ?? null,
        credits: query.credits,
        data_points: bucketsOf(spans, query.granularity).map(pointOf),
        total: usd(totalOf(spans, column, bill.charges)),
      },
    };
  });
}
