import type { AddressLimit } from '../address-limit.js';
import type { ApiKey } from '../api-keys.js';
import type { Stage } from '../exchange.js';
import { Refusal } from '../refusal.js';

const bearer = /^bearer +(\S+) *$/i;

/** @returns the API key in a header; undefined where there is none */
export function bearerIn(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}

/**
 * Looks the caller up by its bearer key. A request without a known key goes on, as not everything needs
 * one, but no address may send any number of them.
 */
export function identify(keys: readonly ApiKey[], addresses: AddressLimit): Stage {
  const known = new Map(keys.map((apiKey) => [apiKey.key, apiKey]));
  return (next) => (exchange) => {
    const sent = bearerIn(exchange.request.headers.authorization);
    exchange.caller = (sent === undefined ? undefined : known.get(sent)) ?? null;
    if (exchange.caller === null) addresses.take(exchange.request.client);
    return next(exchange);
  };
}

/** Refuses with 401 whoever has no known key, and says how to authenticate. */
export function authenticate(): Stage {
  return (next) => (exchange) => {
    if (exchange.caller !== null) return next(exchange);
    if (bearerIn(exchange.request.headers.authorization) === undefined) {
      throw new Refusal('AUTHENTICATION_ERROR', 'Send an API key as `Authorization: Bearer <API_KEY>`.', {
        headers: { 'WWW-Authenticate': 'Bearer realm="api"' },
      });
    }
    throw new Refusal('AUTHENTICATION_ERROR', 'The API key is not known.', {
      headers: { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' },
    });
  };
}

/** Refuses the writes of read-only keys with 403. */
export function authorize(): Stage {
  return (next) => (exchange) => {
    if (exchange.matched.route.isWrite && exchange.authenticated.scope === 'read') {
      throw new Refusal('AUTHORIZATION_ERROR', 'This API key may only read.');
    }
    return next(exchange);
  };
}
