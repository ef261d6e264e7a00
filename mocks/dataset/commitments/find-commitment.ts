import type { OperationHandler, OperationRequest, OperationResponse } from '../../types.js';
import type { Context } from '../context.js';
import { notFound } from '../failures.js';
import type { Commitment, HeldCommitment } from '../seed-data/types.js';

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
 * Creates a handler that receives the commitment of a scenario named in the path, or returns 404.
 *
 * @param unpriced responds in a real bill, for which no prices are known
 */
export function withPricedCommitment(
  context: Context,
  respond: (commitment: Commitment, request: OperationRequest) => OperationResponse,
  unpriced: (commitment: HeldCommitment, request: OperationRequest) => OperationResponse,
): OperationHandler {
  return withCommitment(context, (held, request) => {
    const { scenario } = context.ledger;
    if (scenario === null) return unpriced(held, request);
    return respond(scenario.commitments.get(held.id) as Commitment, request);
  });
}
