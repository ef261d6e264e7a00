import type { Stage } from '../http/exchange.js';
import { HttpError } from '../http/http-error.js';
import { isNameable, type Origins } from '../http/origins.js';
import type { MockResponse } from '../types.js';
import { warningHeader } from '../validation/unknown-parameters.js';
import { sourceHeader } from './replay.js';

const exposed = [
  'Deprecation',
  'Idempotent-Replayed',
  'Link',
  sourceHeader,
  warningHeader,
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');

/**
 * Handles CORS. Rejects requests from origins that are not allowed, simple requests included. Preflights succeed for
 * every path and without an API key, so that a page sees a 404 or 401 instead of a network error. Requests through
 * `mock.fetch` are allowed from any origin.
 */
export function crossOrigin(origins: Origins): Stage {
  return (next) => (exchange) => {
    const { method, headers, client } = exchange.request;
    const { origin } = headers;
    if (origin === undefined) return next(exchange);
    if (!origins.allows(origin) && client.kind !== 'program') throw originNotAllowed(origin);
    const isIncluded = origins.includes(origin);
    exchange.headers['Access-Control-Allow-Origin'] = isIncluded ? origin : '*';
    exchange.headers['Access-Control-Expose-Headers'] = exposed;
    exchange.headers.Vary = 'Origin';
    // For pages that send `credentials: 'include'`. The mock uses no cookies, and browsers reject this with `*`.
    if (isIncluded) exchange.headers['Access-Control-Allow-Credentials'] = 'true';
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    return isPreflight ? preflight(headers['access-control-request-headers']) : next(exchange);
  };
}

async function preflight(requestedHeaders = '*'): Promise<MockResponse> {
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': requestedHeaders,
      'Access-Control-Max-Age': '600',
    },
    body: null,
  };
}

function originNotAllowed(origin: string): HttpError {
  const shown = origin.slice(0, 200);
  const allowed = isNameable(shown) ? shown : "'*'";
  return new HttpError(
    'AUTHORIZATION_ERROR',
    `Origin ${shown} is not allowed. To allow it, start the mock with --allow-origin ${allowed} (\`allowOrigins\` of createMock).`,
  );
}
