import type { OperationHandler } from '../../types.js';
import type { Context } from '../context.js';
import { notFound } from '../failures.js';

/** Removes an endpoint; 404 where there is none, or none any more. */
export function deleteWebhookEndpoint({ state }: Context): OperationHandler {
  return ({ path }) => {
    const id = path.endpoint_id as string;
    if (!state.endpoints.delete(id)) {
      return notFound(`webhook endpoint ${id}`, 'It may have been removed before.');
    }
    return { data: { id, deleted: true } };
  };
}
