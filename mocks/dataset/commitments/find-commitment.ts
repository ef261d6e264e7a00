import type { OperationHandler, OperationRequest, OperationResponse } from '../../types.js';
import type { Context } from '../context.js';
import { notFound } from '../failures.js';
import type { Commitment } from '../seed-data/types.js';

/** A handler about the one commitment that its path names; 404 where there is none. */
export function aboutCommitment(
  { ledger }: Context,
  answer: (commitment: Commitment, request: OperationRequest) => OperationResponse,
): OperationHandler {
  return (request) => {
    const id = request.path.commitment_id as string;
    const commitment = ledger.commitments.get(id);
    if (commitment === undefined) {
      return notFound(
        `commitment ${id}`,
        'Take an id from the list of commitments and percent-encode it once.',
      );
    }
    return answer(commitment, request);
  };
}
