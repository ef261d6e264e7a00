import type { OperationHandler, OperationRequest, OperationResponse } from '../../types.js';
import type { Context } from '../context.js';
import { notFound } from '../failures.js';
import type { Provider } from '../seed-data/types.js';

/** A handler about the one provider that its path names; 404 where it is not connected. */
export function aboutProvider(
  { ledger }: Context,
  answer: (provider: Provider, request: OperationRequest) => OperationResponse,
): OperationHandler {
  return (request) => {
    const id = request.path.provider_id as string;
    const provider = ledger.providers.get(id);
    if (provider === undefined) {
      return notFound(`connected provider ${id}`, '`GET /api/v1/providers` lists those there are.');
    }
    return answer(provider, request);
  };
}
