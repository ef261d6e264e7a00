import type { OperationHandler } from '../../types.js';
import { isoInstant } from '../calendar.js';
import { type Context, nowOf } from '../context.js';
import { invalid } from '../failures.js';
import { charactersOf, type WebhookEndpoint } from './endpoints.js';

/** Registers an endpoint; what it may be has been validated before. */
export function createWebhookEndpoint(context: Context): OperationHandler {
  const { state, limits } = context;
  return ({ body }) => {
    const number = state.endpointIds + 1;
    const endpoint: WebhookEndpoint = {
      id: `whe-${number.toString(16).padStart(4, '0')}`,
      url: body.url,
      eventTypes: body.event_types,
      description: body.description ?? null,
      createdAt: nowOf(context),
    };
    if (state.endpoints.characters + charactersOf(endpoint) > limits.endpoints) return full();
    state.endpointIds = number;
    state.endpoints.add(endpoint);
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

/** To try again would not help, so it is not told as a conflict. */
function full() {
  return invalid({
    loc: ['body'],
    msg: 'Is one endpoint too many: this mock has no room left for more. Remove some first.',
    type: 'too_many',
  });
}
