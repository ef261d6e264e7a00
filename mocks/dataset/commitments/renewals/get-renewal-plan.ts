import type { OperationHandler } from '../../../types.js';
import { isoInstant } from '../../calendar.js';
import { type Context, nowOf } from '../../context.js';
import { round, usd } from '../../money.js';
import type { Commitment, HeldCommitment } from '../../seed-data/types.js';
import { withPricedCommitment } from '../find-commitment.js';
import { portfolioFigures } from '../overview/get-commitment-portfolio.js';
import { renewalOptions } from './get-renewal-options.js';
import { pendingChanges, showChange } from './renewal-changes.js';
import { heldQuantity } from './renewal-terms.js';

/** Days before its end in which a commitment is up for renewal. */
const renewalWindowDays = 90;

/** What to buy to replace a commitment, and when. */
export function getRenewalPlan(context: Context): OperationHandler {
  return withPricedCommitment(
    context,
    (commitment) => ({ data: planOf(context, commitment) }),
    (held) => ({ data: unpricedPlanOf(context, held) }),
  );
}

/** The plan of a commitment in a real bill. */
function unpricedPlanOf(context: Context, commitment: HeldCommitment) {
  const { rightsizing } = portfolioFigures(context, commitment, 'net');
  return {
    ...headOf(context, commitment),
    units_held: commitment.quantity ?? null,
    units_consumed: null,
    units_recommended: null,
    resource_recommended: null,
    quantity_recommended: null,
    sizing_basis: null,
    decision: null,
    protects_monthly: null,
    rightsizing_monthly: rightsizing === null ? null : usd(rightsizing),
    pending_changes: [],
    blocking_changes: [],
    exchangeable: null,
    cancellable: null,
  };
}

function headOf(context: Context, { id, service, holder, end }: HeldCommitment) {
  const now = nowOf(context);
  return {
    commitment_id: id,
    service,
    holder_account_id: holder,
    end_at: end === null ? null : isoInstant(end),
    end_at_assumed: false,
    buy_after_utc: end !== null && now < end ? isoInstant(end) : null,
    expires_in_seconds: end === null ? null : Math.floor(end / 1000) - Math.floor(now / 1000),
    renewal_window_days: renewalWindowDays,
  };
}

function planOf(context: Context, commitment: Commitment) {
  const { measure, protects, rightsizing } = portfolioFigures(context, commitment, 'net');
  const options = renewalOptions(context, commitment);
  const best = [options.contract, ...options.options].find((row) => row.recommended);
  const renews = options.decision === 'renew';
  const changes = pendingChanges(context, commitment).map((change) => showChange(context, change));
  const perOne = commitment.capacity?.unitsPerOne ?? 1;
  const consumed = measure === null ? null : measure.used / perOne / measure.liveHours;
  return {
    ...headOf(context, commitment),
    units_held: heldQuantity(commitment),
    units_consumed: consumed === null ? null : round(consumed, 4),
    units_recommended: renews ? (best?.held_units_equivalent ?? 0) : 0,
    resource_recommended: renews ? (best?.resource ?? null) : null,
    quantity_recommended: renews ? (best?.quantity ?? null) : null,
    sizing_basis: options.sizing_basis,
    decision: options.decision,
    protects_monthly: protects === null || commitment.lookupError !== null ? null : usd(protects),
    rightsizing_monthly: rightsizing === null ? null : usd(rightsizing),
    pending_changes: changes,
    blocking_changes: changes,
    exchangeable: commitment.exchangeable,
    cancellable: false,
  };
}
