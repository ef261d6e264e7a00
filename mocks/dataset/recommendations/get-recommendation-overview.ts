import type { OperationRequest } from '../../types.js';
import type { Context } from '../context.js';
import { totalOf } from '../costs/portions.js';
import { monthToDate } from '../costs/range.js';
import { columnOf } from '../ledger/spans.js';
import { sum, usd } from '../money.js';
import { providerNamed } from '../providers/list-providers.js';
import { auditsUntilNow, openSavingsOf, providerOf, savedSoFar } from './savings.js';

/** Spend, open savings and realized savings of a provider. */
export function getRecommendationOverview(context: Context, { path }: OperationRequest) {
  const provider = providerNamed(context, path.provider_id);
  const bill = context.ledger.billOf(provider.id);
  const { first, last } = monthToDate(context).now;
  const column = columnOf('unblended', 'after');
  const open = openSavingsOf(context, provider);
  const audits = auditsUntilNow(context).filter((audit) => providerOf(context, audit) === provider.id);
  const saved = sum(audits.map((audit) => savedSoFar(context, audit)));
  return {
    total_spend: usd(totalOf(bill.spans(first, last), column, bill.charges)),
    available_savings: usd(open.available),
    pending_savings: usd(open.pending),
    saved_itd: usd(saved),
    potential_savings: usd(open.available + open.pending),
  };
}
