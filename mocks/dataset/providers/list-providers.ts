import type { OperationHandler, OperationRequest, OperationResponse } from '../../types.js';
import type { Context } from '../context.js';
import { withNamed } from '../responses.js';
import type { Provider } from '../seed-data/types.js';

/** The connected providers, including those without costs or measurements. */
export function listProviders({ ledger }: Context): OperationHandler {
  const data = ledger.seedData.providers.map(({ id, name }) => ({ provider_id: id, provider_name: name }));
  return () => ({ data });
}

/** Creates a handler that receives the provider named in the path, or returns 404 if it is not connected. */
export function withProvider(
  { ledger }: Context,
  respond: (provider: Provider, request: OperationRequest) => OperationResponse,
): OperationHandler {
  return withNamed(
    'provider_id',
    (id) => ledger.providers.get(id),
    (id) => `Provider ${id} is not connected. \`GET /api/v1/providers\` lists the connected providers.`,
    respond,
  );
}
