import type { OperationRequest } from '../../types.js';
import { isoDate } from '../calendar.js';
import { type Context, nowOf } from '../context.js';
import { usd } from '../money.js';
import { pageOf } from '../responses.js';
import type { HeldCommitment } from '../seed-data/types.js';
import { accountNameOf, serviceLabelOf } from './held.js';
import { committedMonthly, coverageOf, measureOf, utilizationOf } from './measured.js';
import { statusOf, termDays } from './status.js';

/** The commitments of all providers that match all filters, in the order of the seed data. */
export function listCommitments(context: Context, { query }: OperationRequest) {
  const { commitments } = context.ledger.seedData;
  const { provider, kind, status } = query;
  const filtered = provider !== undefined || kind !== undefined || status !== undefined;
  const rows = filtered
    ? context.memoOfStates(`list ${JSON.stringify([provider, kind, status])}`, () => {
        const now = nowOf(context);
        return commitments.filter(
          (one) =>
            (provider === undefined || one.provider === provider) &&
            (kind === undefined || one.kind === kind) &&
            (status === undefined || statusOf(one, now) === status),
        );
      })
    : commitments;
  return pageOf(rows, query.page, query.page_size, (row) => commitmentRow(context, row));
}

/** A row of the list. */
export function commitmentRow(context: Context, commitment: HeldCommitment) {
  const measure = measureOf(context, commitment);
  const committed = committedMonthly(context, commitment);
  const term = termDays(commitment);
  // A single literal: spreading is slow for thousands of rows.
  return {
    id: commitment.id,
    provider: commitment.provider,
    service: commitment.service,
    service_label: serviceLabelOf(context, commitment),
    account_id: commitment.holder,
    account_name: accountNameOf(context, commitment),
    region: commitment.region,
    kind: commitment.kind,
    start_date: isoDate(term.start),
    end_date: isoDate(term.end),
    status: statusOf(commitment, nowOf(context)),
    current_utilization_pct: utilizationOf(measure),
    current_coverage_pct: coverageOf(context, commitment, measure),
    monthly_commitment_usd: committed === null ? null : usd(committed),
  };
}
