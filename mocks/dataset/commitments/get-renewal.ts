import type { OperationHandler } from '../../types.js';
import { isoInstant } from '../calendar.js';
import type { Context } from '../context.js';
import { offeringFor } from '../seed-data/offerings.js';
import { aboutCommitment } from './find-commitment.js';
import { pendingChanges, showChange } from './renewal-changes.js';
import { idOf } from './renewal-terms.js';

/** The purchase that was raised to replace a commitment; 404 where there is none. */
export function getRenewal(context: Context): OperationHandler {
  return aboutCommitment(context, (commitment) => {
    const { renewal } = commitment;
    if (renewal === null) {
      return {
        failure: {
          status: 404,
          code: 'NOT_FOUND',
          message: 'No renewal purchase has been raised for this commitment.',
          details: null,
        },
      };
    }
    const offering = offeringFor(commitment.kind, renewal.termMonths, renewal.payment);
    const blocking = renewal.bought ? [] : pendingChanges(context, commitment);
    return {
      data: {
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
      },
    };
  });
}
