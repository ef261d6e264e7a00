import type { Stage } from '../exchange.js';
import { Refusal } from '../refusal.js';

const bearer = /^bearer +(\S+) *$/i;

/** @returns the API key in a header; undefined where there is none */
export function bearerIn(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
}

/** Lets those pass whose key is known; anyone else gets 401 and how to authenticate. */
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
