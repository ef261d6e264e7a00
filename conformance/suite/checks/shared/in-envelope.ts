import type { PassiveCheck } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import type { AreaClaim } from '../../claims.js';
import { type Judgment, onResponse } from './on-response.js';

export const source = 'Response envelope';

/** Returns the members of the envelope. */
export function envelope(exchange: CompleteExchange): Record<string, any> {
  const { json } = exchange.response;
  // Only the first check reports a body that is not an object.
  return isObject(json) ? json : {};
}

export const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a check of the members of the envelope, for each response that has one. */
export function inEnvelope({
  judge,
  ...claim
}: AreaClaim & {
  readonly on?: PassiveCheck['on'];
  readonly when?: (exchange: CompleteExchange) => boolean;
  readonly judge: (envelope: Record<string, any>, exchange: CompleteExchange) => Judgment;
}): PassiveCheck {
  return onResponse({
    source,
    when: ({ response }) => isObject(response.json),
    ...claim,
    judge: (exchange) => judge(envelope(exchange), exchange),
  });
}
