import { endpointUrlRule, isEndpointUrl } from '../../../src/contract/endpoint-url.js';
import { invalid } from '../../http/http-error.js';
import type { OperationRequest } from '../../types.js';
import { isoInstant } from '../calendar.js';
import { type Context, nowOf } from '../context.js';
import { sum } from '../money.js';
import type { WebhookEndpoint } from '../state.js';

/** Registers an endpoint; the body is already validated. */
export function createWebhookEndpoint(context: Context, { body }: OperationRequest) {
  const { state, limits } = context;
  // The pattern of the document cannot decide whether a name is valid Punycode. It has decided, or an allowed receiver,
  // whether the URL may be `http`.
  if (!isEndpointUrl(body.url.replace(/^http:/i, 'https:'))) {
    throw invalid([{ loc: ['body', 'url'], msg: endpointUrlRule, type: 'format', ctx: { format: 'uri' } }]);
  }
  const number = state.endpointIds + 1;
  const endpoint: WebhookEndpoint = {
    id: `whe-${number.toString(16).padStart(4, '0')}`,
    url: body.url,
    event_types: body.event_types,
    description: body.description ?? null,
    created_at: isoInstant(nowOf(context)),
  };
  const characters = sum([...state.endpoints.values(), endpoint].map(charactersOf));
  if (characters > limits.endpoints) throw limitExceeded();
  state.endpointIds = number;
  state.endpoints.set(endpoint.id, endpoint);
  return endpoint;
}

/** Size of an endpoint in addition to its texts. */
const overhead = 256;

function charactersOf({ id, url, event_types, description }: WebhookEndpoint): number {
  return overhead + [id, url, ...event_types, description ?? ''].join('').length;
}

/** Returns 422 instead of 409 because a retry would not help. */
function limitExceeded() {
  const msg = 'Exceeds the storage limit of this mock for webhook endpoints. Delete some first.';
  return invalid([{ loc: ['body'], msg, type: 'too_many' }]);
}
