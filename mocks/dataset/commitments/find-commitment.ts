import type { OperationHandler, OperationRequest, OperationResponse } from '../../types.js';
import type { Context } from '../context.js';
import { notFound } from '../failures.js';
import type { Commitment, HeldCommitment } from '../seed-data/types.js';
import { isPriced } from './held.js';

/** Creates a handler that receives the commitment named in the path, or returns 404. */
export function withCommitment(
  { ledger }: Context,
  respond: (commitment: HeldCommitment, request: OperationRequest) => OperationResponse,
): OperationHandler {
  return (request) => {
    const id = request.path.commitment_id as string;
    const commitment = ledger.commitments.get(id);
    if (commitment === undefined) {
      return notFound(
        `Commitment ${id} does not exist. Use an id from the list of commitments and percent-encode it once.`,
      );
    }
    return respond(commitment, request);
  };
}

/**
 * Creates a handler that receives the commitment named in the path if its prices are known, or returns 404.
 *
 * @param unpriced responds for a commitment without known prices, as in a real bill
 */
export function withPricedCommitment(
  context: Context,
  respond: (commitment: Commitment, request: OperationRequest) => OperationResponse,
  unpriced: (commitment: HeldCommitment, request: OperationRequest) => OperationResponse,
): OperationHandler {
  return withCommitment(context, (commitment, request) =>
    isPriced(commitment) ? respond(commitment, request) : unpriced(commitment, request),
  );
}
