import type { OperationHandler } from '../../types.js';
import { hoursPerDay } from '../calendar.js';
import type { Commitment } from '../cast/types.js';
import { type Context, nowOf, windowDays } from '../context.js';
import { perMonth, usd } from '../money.js';
import { pageOf } from '../pages.js';
import { identityOf } from './list-commitments.js';
import { coverageOf, measureOf, utilizationOf } from './measured.js';
import { committedMonthly } from './monthly.js';
import { stateOf } from './status.js';

/** What each running commitment covers; deprecated, as usage that nothing covers is not in it. */
export function listCommitmentCoverage(context: Context): OperationHandler {
  return ({ query }) => {
    const { provider } = query;
    const rows = context.memoOfStates(`running ${provider ?? ''}`, () => {
      const now = nowOf(context);
      return context.ledger.cast.commitments.filter(
        (one) => stateOf(one, now) === 'active' && (provider === undefined || one.provider === provider),
      );
    });
    return { data: pageOf(rows, query.page, query.page_size, (row) => coverageRow(context, row)) };
  };
}

function coverageRow(context: Context, commitment: Commitment) {
  const { id, provider, service, service_label, account_id, account_name } = identityOf(context, commitment);
  const measure = measureOf(context, commitment);
  return {
    row_id: id,
    provider,
    service,
    service_label,
    account_id,
    account_name,
    usage_cost_monthly:
      measure === null ? null : usd(perMonth(measure.coveredContracted, windowDays * hoursPerDay)),
    coverage_pct: coverageOf(context, commitment, measure),
    committed_cost_monthly: usd(committedMonthly(commitment)),
    utilization_pct: utilizationOf(commitment, measure),
    is_commitable: context.ledger.services.get(service)?.commitable ?? false,
  };
}
