import type { OperationHandler } from '../../types.js';
import { isoDate } from '../calendar.js';
import type { Context } from '../context.js';
import type { Charge } from '../ledger/charges.js';
import { columnOf } from '../ledger/spans.js';
import { usd } from '../money.js';
import { withProvider } from '../providers/find-provider.js';
import { actualSpans, type Bucket, bucketsOf, rangeOf } from './range.js';
import { largestFirst, totalOf, totalsBy } from './table.js';

/** The dimensions that each charge has at most one value of. */
const dimensions: Readonly<Record<string, (charge: Charge) => string | null>> = {
  service: ({ service }) => service,
  account_id: ({ account }) => account,
  region: ({ region }) => region,
};

/** Billed costs by day or month. */
export function getCostTimeline(context: Context): OperationHandler {
  return withProvider(context, (provider, { query }) => {
    const range = rangeOf(context, query);
    if ('failure' in range) return range;
    const bill = context.ledger.billOf(provider.id);
    const column = columnOf('unblended', query.credits);
    const nameOf = dimensions[query.dimension];
    const pointOf = (charges: readonly Charge[], { date, spans }: Bucket) => {
      const amount = usd(totalOf(spans, column, charges));
      if (nameOf === undefined) return { date, amount, parts: null };
      const parts = largestFirst(totalsBy(spans, column, charges, nameOf));
      return { date, amount, parts: parts.map(([value, part]) => ({ value, amount: usd(part) })) };
    };
    const spans = bill === null ? [] : actualSpans(context, bill, range);
    return {
      data: {
        provider_id: provider.id,
        provider_name: provider.name,
        granularity: query.granularity,
        start_date: isoDate(range.first),
        end_date: isoDate(range.last),
        dimension: query.dimension ?? null,
        credits: query.credits,
        data_points:
          bill === null
            ? []
            : bucketsOf(spans, query.granularity).map((bucket) => pointOf(bill.charges, bucket)),
        total: bill === null ? 0 : usd(totalOf(spans, column, bill.charges)),
      },
    };
  });
}
