import type { OperationRequest } from '../../../types.js';
import { isoInstant } from '../../calendar.js';
import { type Context, nowOf } from '../../context.js';
import { round, usd } from '../../money.js';
import { cancellableOf, commitmentNamed, isPriced } from '../held.js';
import { portfolioFigures } from '../overview/get-commitment-portfolio.js';
import { renewalOptions } from './get-renewal-options.js';
import { pendingChanges, showChange } from './renewal-demand.js';
import { heldQuantity } from './renewal-row.js';

/** Days before its end in which a commitment is up for renewal. */
const renewalWindowDays = 90;

/** What to buy to replace a commitment, and when. In a real bill, without prices, most of it is not known. */
export function getRenewalPlan(context: Context, { path }: OperationRequest) {
  const commitment = commitmentNamed(context, path.commitment_id);
  const now = nowOf(context);
  const { id, service, holder, end } = commitment;
  const { measure, protects, rightsizing } = portfolioFigures(context, commitment, 'net');
  const priced = isPriced(commitment) ? commitment : null;
  const options = priced && renewalOptions(context, priced);
  const best = options && [options.contract, ...options.options].find((row) => row.recommended);
  const renewed = options?.decision === 'renew' ? best : null;
  const changes =
    priced === null ? [] : pendingChanges(context, priced).map((one) => showChange(context, one));
  const perOne = priced?.capacity?.unitsPerOne ?? 1;
  return {
    commitment_id: id,
    service,
    holder_account_id: holder,
    end_at: end === null ? null : isoInstant(end),
    end_at_assumed: false,
    buy_after_utc: end !== null && now < end ? isoInstant(end) : null,
    expires_in_seconds: end === null ? null : Math.floor(end / 1000) - Math.floor(now / 1000),
    renewal_window_days: renewalWindowDays,
    units_held: priced === null ? (commitment.quantity ?? null) : heldQuantity(priced),
    units_consumed: priced && measure && round(measure.used / perOne / measure.liveHours, 4),
    units_recommended: priced && (renewed?.held_units_equivalent ?? 0),
    resource_recommended: renewed?.resource ?? null,
    quantity_recommended: renewed?.quantity ?? null,
    sizing_basis: options?.sizing_basis ?? null,
    decision: options?.decision ?? null,
    protects_monthly: protects === null || commitment.lookupError !== null ? null : usd(protects),
    rightsizing_monthly: rightsizing === null ? null : usd(rightsizing),
    pending_changes: changes,
    blocking_changes: changes,
    exchangeable: commitment.exchangeable,
    cancellable: cancellableOf(commitment),
  };
}
