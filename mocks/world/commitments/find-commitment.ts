import type { OperationAnswer, OperationHandler, OperationRequest } from '../../types.js';
import type { Commitment } from '../cast/types.js';
import type { Context } from '../context.js';
import { notFound } from '../failures.js';

/** A handler about the one commitment that its path names; 404 where there is none. */
export function aboutCommitment(
  { ledger }: Context,
  answer: (commitment: Commitment, request: OperationRequest) => OperationAnswer,
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
