import type { OperationRequest } from '../../../types.js';
import type { Context } from '../../context.js';
import { perMonth, usd } from '../../money.js';
import { pageOf } from '../../responses.js';
import type { HeldCommitment } from '../../seed-data/types.js';
import { accountNameOf, runningCommitments, serviceLabelOf } from '../held.js';
import { committedMonthly, coverageOf, measureOf, utilizationOf } from '../measured.js';

/** Coverage by active commitment; deprecated because it omits uncovered usage. */
export function listCommitmentCoverage(context: Context, { query }: OperationRequest) {
  const { provider } = query;
  const rows = runningCommitments(context, provider);
  return pageOf(rows, query.page, query.page_size, (row) => coverageRow(context, row));
}

function coverageRow(context: Context, commitment: HeldCommitment) {
  const measure = measureOf(context, commitment);
  const committed = committedMonthly(context, commitment);
  return {
    row_id: commitment.id,
    provider: commitment.provider,
    service: commitment.service,
    service_label: serviceLabelOf(context, commitment),
    account_id: commitment.holder,
    account_name: accountNameOf(context, commitment),
    usage_cost_monthly: measure === null ? null : usd(perMonth(measure.coveredList, measure.hours)),
    coverage_pct: coverageOf(context, commitment, measure),
    committed_cost_monthly: committed === null ? null : usd(committed),
    utilization_pct: utilizationOf(measure),
    is_commitable: context.ledger.serviceOf(commitment.provider, commitment.service)?.commitable ?? false,
  };
}
