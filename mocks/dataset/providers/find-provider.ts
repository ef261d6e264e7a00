import type { OperationHandler, OperationRequest, OperationResponse } from '../../types.js';
import type { Context } from '../context.js';
import { notFound } from '../failures.js';
import type { Provider } from '../seed-data/types.js';

/** Creates a handler that receives the provider named in the path, or returns 404 if it is not connected. */
export function withProvider(
  { ledger }: Context,
  respond: (provider: Provider, request: OperationRequest) => OperationResponse,
): OperationHandler {
  return (request) => {
    const id = request.path.provider_id as string;
    const provider = ledger.providers.get(id);
    if (provider === undefined) {
      return notFound(
        `Provider ${id} is not connected. \`GET /api/v1/providers\` lists the connected providers.`,
      );
    }
    return respond(provider, request);
  };
}
