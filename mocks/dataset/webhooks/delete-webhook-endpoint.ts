import type { OperationHandler } from '../../types.js';
import type { Context } from '../context.js';
import { notFound } from '../responses.js';

/** Deletes an endpoint; returns 404 if it does not exist or was deleted before. */
export function deleteWebhookEndpoint({ state }: Context): OperationHandler {
  return ({ path }) => {
    const id = path.endpoint_id as string;
    if (!state.endpoints.delete(id)) {
      return notFound(`Webhook endpoint ${id} does not exist. It may have been deleted before.`);
    }
    return { data: { id, deleted: true } };
  };
}
