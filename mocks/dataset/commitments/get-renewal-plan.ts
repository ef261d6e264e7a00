import type { OperationHandler } from '../../types.js';
import { isoInstant } from '../calendar.js';
import { type Context, nowOf } from '../context.js';
import { round, usd } from '../money.js';
import type { Commitment } from '../seed-data/types.js';
import { withCommitment } from './find-commitment.js';
import { portfolioFigures } from './get-commitment-portfolio.js';
import { renewalOptions } from './get-renewal-options.js';
import { pendingChanges, showChange } from './renewal-changes.js';
import { heldQuantity } from './renewal-terms.js';

/** Days before its end in which a commitment is up for renewal. */
const renewalWindowDays = 90;

/** What to buy to replace a commitment, and when. */
export function getRenewalPlan(context: Context): OperationHandler {
  return withCommitment(context, (commitment) => ({ data: planOf(context, commitment) }));
}

function planOf(context: Context, commitment: Commitment) {
  const now = nowOf(context);
  const { measure, protects, rightsizing } = portfolioFigures(context, commitment, 'net');
  const options = renewalOptions(context, commitment);
  const best = [options.contract, ...options.options].find((row) => row.recommended);
  const renews = options.decision === 'renew';
  const changes = pendingChanges(context, commitment).map((change) => showChange(context, change));
  const perOne = commitment.capacity?.unitsPerOne;
  const consumed =
    measure === null
      ? null
      : (perOne === undefined ? measure.usedFee / 1_000_000 : measure.used / perOne) / measure.liveHours;
  return {
    commitment_id: commitment.id,
    service: commitment.service,
    holder_account_id: commitment.holder,
    end_at: isoInstant(commitment.end),
    end_at_assumed: false,
    buy_after_utc: now < commitment.end ? isoInstant(commitment.end) : null,
    expires_in_seconds: Math.floor(commitment.end / 1000) - Math.floor(now / 1000),
    renewal_window_days: renewalWindowDays,
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
