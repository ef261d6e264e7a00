import type { ApiKey } from '../api-keys.js';
import type { Stage } from '../exchange.js';
import { Refusal } from '../refusal.js';

const bearer = /^bearer +(\S+) *$/i;

/** Knows the caller by its bearer key; anyone else gets 401 and how to authenticate. */
export function authenticate(keys: readonly ApiKey[]): Stage {
  const known = new Map(keys.map((apiKey) => [apiKey.key, apiKey]));
  return (next) => (exchange) => {
    const key = bearer.exec(exchange.request.headers.authorization ?? '')?.[1];
    if (key === undefined) {
      throw new Refusal('AUTHENTICATION_ERROR', 'Send an API key as `Authorization: Bearer <API_KEY>`.', {
        headers: { 'WWW-Authenticate': 'Bearer realm="api"' },
      });
    }
    const caller = known.get(key);
    if (!caller) {
      throw new Refusal('AUTHENTICATION_ERROR', 'The API key is not known.', {
        headers: { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' },
      });
    }
    exchange.caller = caller;
    return next(exchange);
  };
}
