import type { OperationRequest } from '../../types.js';
import { isoDate } from '../calendar.js';
import type { Context } from '../context.js';
import { columnOf } from '../ledger/spans.js';
import { sum, usd } from '../money.js';
import { providerNamed } from '../providers/list-providers.js';
import { dimensionOf } from './filter.js';
import { largestFirst, totalOf, totalsBy } from './portions.js';
import { actualSpans, type Bucket, bucketsOf, rangeOf } from './range.js';

/** Billed costs by day or month. */
export function getCostTimeline(context: Context, { path, query }: OperationRequest) {
  const provider = providerNamed(context, path.provider_id);
  const range = rangeOf(context, query);
  const bill = context.ledger.billOf(provider.id);
  const column = columnOf('unblended', query.credits);
  const { dimension } = query as { dimension?: keyof typeof dimensionOf };
  const pointOf = ({ date, spans }: Bucket) => {
    if (dimension === undefined) {
      return { date, amount: usd(totalOf(spans, column, bill.charges)), parts: null };
    }
    const totals = totalsBy(spans, column, bill.charges, dimensionOf[dimension]);
    const parts = largestFirst(totals).map(([value, amount]) => ({ value, amount: usd(amount) }));
    return { date, amount: usd(sum([...totals.values()])), parts };
  };
  const spans = actualSpans(context, bill, range);
  return {
    provider_id: provider.id,
    provider_name: provider.name,
    granularity: query.granularity,
    start_date: isoDate(range.first),
    end_date: isoDate(range.last),
    dimension: dimension ?? null,
    credits: query.credits,
    data_points: bucketsOf(spans, query.granularity).map(pointOf),
    total: usd(totalOf(spans, column, bill.charges)),
  };
}
