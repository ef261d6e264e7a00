import type { OperationRequest } from '../../../types.js';
import { isoInstant } from '../../calendar.js';
import type { Context } from '../../context.js';
import { notFound } from '../../responses.js';
import { offeringFor } from '../../seed-data/offerings.js';
import { commitmentNamed, isPriced } from '../held.js';
import { pendingChanges, showChange } from './renewal-demand.js';
import { idOf } from './renewal-row.js';

/** The purchase raised to replace a commitment, or 404. */
export function getRenewal(context: Context, { path }: OperationRequest) {
  const commitment = commitmentNamed(context, path.commitment_id);
  const { renewal } = commitment;
  if (renewal === null || !isPriced(commitment)) {
    throw notFound('No renewal purchase has been raised for this commitment.');
  }
  const offering = offeringFor(commitment.kind, renewal.termMonths, renewal.payment);
  const blocking = renewal.bought ? [] : pendingChanges(context, commitment);
  return {
    commitment_id: commitment.id,
    recommendation_id: renewal.recommendation,
    created_by: renewal.createdBy,
    created_at: isoInstant(renewal.createdAt),
    created: renewal.bought,
    rebound: renewal.rebound,
    rebindable: !renewal.bought,
    offering_id: idOf(commitment, offering),
    quantity: renewal.quantity,
    blocking_changes: blocking.map((change) => showChange(context, change)),
  };
}
