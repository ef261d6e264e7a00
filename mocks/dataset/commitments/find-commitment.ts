import type { OperationHandler, OperationRequest, OperationResponse } from '../../types.js';
import type { Context } from '../context.js';
import { notFound } from '../failures.js';
import type { Commitment } from '../seed-data/types.js';

/** Creates a handler that receives the commitment named in the path, or returns 404. */
export function withCommitment(
  { ledger }: Context,
  respond: (commitment: Commitment, request: OperationRequest) => OperationResponse,
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
