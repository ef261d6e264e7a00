import type { OperationHandler } from '../../types.js';
import { isoInstant } from '../calendar.js';
import { type Context, nowOf } from '../context.js';
import type { WebhookEndpoint } from '../state.js';

/** Registers an endpoint; what it may be has been validated before. */
export function createWebhookEndpoint(context: Context): OperationHandler {
  const { state } = context;
  return ({ body }) => {
    state.endpointIds += 1;
    const endpoint: WebhookEndpoint = {
      id: `whe-${state.endpointIds.toString(16).padStart(4, '0')}`,
      url: body.url,
      eventTypes: body.event_types,
      description: body.description ?? null,
      createdAt: nowOf(context),
    };
    state.endpoints.set(endpoint.id, endpoint);
    return {
      data: {
        id: endpoint.id,
        url: endpoint.url,
        event_types: endpoint.eventTypes,
        description: endpoint.description,
        created_at: isoInstant(endpoint.createdAt),
      },
    };
  };
}
