import { endpointUrlRule, isEndpointUrl } from '../../../src/contract/endpoint-url.js';
import { invalid } from '../../http/http-error.js';
import type { OperationRequest } from '../../types.js';
import { isoInstant } from '../calendar.js';
import { type Context, nowOf } from '../context.js';
import { charactersOf, type WebhookEndpoint } from '../state.js';

const limitExceeded = 'Exceeds the storage limit of this mock for webhook endpoints. Delete some first.';

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
  const characters = state.endpointCharacters + charactersOf(endpoint);
  // 422 instead of 409, because a retry would not help.
  if (characters > limits.endpoints) throw invalid([{ loc: ['body'], msg: limitExceeded, type: 'too_many' }]);
  state.endpointCharacters = characters;
  state.endpointIds = number;
  state.endpoints.set(endpoint.id, endpoint);
  return endpoint;
}
