import type { AddressLimit } from '../http/address-limit.js';
import type { Stage } from '../http/exchange.js';
import { HttpError } from '../http/http-error.js';
import type { ApiKey } from '../settings/api-keys.js';

const bearer = /^bearer +(\S+) *$/i;

/** @returns the bearer token of an `Authorization` header; undefined if there is none */
export function bearerIn(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}

/**
 * Identifies the caller by its API key. A request without a valid key is passed on, since some paths need none, but
 * counts towards the limit of its address.
 */
export function identify(keys: readonly ApiKey[], addresses: AddressLimit): Stage {
  const callers = new Map(keys.map((apiKey) => [apiKey.key, apiKey]));
  return (next) => (exchange) => {
    const sent = bearerIn(exchange.request.headers.authorization);
    exchange.caller = (sent === undefined ? undefined : callers.get(sent)) ?? null;
    if (exchange.caller === null) addresses.take(exchange.request.client);
    return next(exchange);
  };
}

/**
 * Returns 401 for requests without a valid API key.
 *
 * @param hasTestKeys whether the front page lists the keys; a response must not name them, since a caller without a
 *   key receives it
 */
export function authenticate(hasTestKeys: boolean): Stage {
  const where = hasTestKeys ? ' The page of this mock, `/`, lists its test keys.' : '';
  const how = `as \`Authorization: Bearer <API_KEY>\`.${where}`;
  return (next) => (exchange) => {
    if (exchange.caller !== null) return next(exchange);
    if (bearerIn(exchange.request.headers.authorization) === undefined) {
      throw new HttpError('AUTHENTICATION_ERROR', `Send an API key ${how}`, {
        headers: { 'WWW-Authenticate': 'Bearer realm="api"' },
      });
    }
    throw new HttpError('AUTHENTICATION_ERROR', `Invalid API key. Send a valid one ${how}`, {
      headers: { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' },
    });
  };
}

/** Returns 403 for writes with a read-only API key. */
export function authorize(): Stage {
  return (next) => (exchange) => {
    if (exchange.matched.route.isWrite && exchange.authenticated.scope === 'read') {
      throw new HttpError('AUTHORIZATION_ERROR', 'This API key is read-only.');
    }
    return next(exchange);
  };
}
