import type { OperationRequest } from '../../types.js';
import type { Context } from '../context.js';
import { notFound } from '../responses.js';
import { charactersOf } from '../state.js';

/** Deletes an endpoint; returns 404 if it does not exist or was deleted before. */
export function deleteWebhookEndpoint({ state }: Context, { path }: OperationRequest) {
  const id = path.endpoint_id as string;
  const endpoint = state.endpoints.get(id);
  if (!endpoint) throw notFound(`Webhook endpoint ${id} does not exist. It may have been deleted before.`);
  state.endpoints.delete(id);
  state.endpointCharacters -= charactersOf(endpoint);
  return { id, deleted: true };
}
