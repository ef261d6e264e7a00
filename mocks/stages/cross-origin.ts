import type { Stage } from '../exchange.js';
import type { Origins } from '../origins.js';
import { Refusal } from '../refusal.js';
import type { MockResponse } from '../types.js';
import { warningHeader } from '../validation/unknown-parameters.js';

const exposed = [
  'Deprecation',
  'Idempotent-Replayed',
  'Link',
  warningHeader,
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');

/**
 * Lets pages of some origins call the mock, and refuses what others send, also blindly. A preflight is
 * answered for every path and without a key, as browsers send none with it; else a page would see a
 * network error where a 404 or 401 is the answer. The program that made the mock answers for its pages.
 */
export function crossOrigin(origins: Origins): Stage {
  return (next) => (exchange) => {
    const { method, headers, client } = exchange.request;
    const { origin } = headers;
    if (origin === undefined) return next(exchange);
    const isAny = origins.isAny || client.kind === 'program';
    if (!isAny && !origins.allows(origin)) throw refusalOf(origin);
    exchange.headers['Access-Control-Allow-Origin'] = isAny ? '*' : origin;
    exchange.headers['Access-Control-Expose-Headers'] = exposed;
    if (!isAny) exchange.headers.Vary = 'Origin';
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

function refusalOf(origin: string): Refusal {
  const shown = origin.slice(0, 200);
  return new Refusal(
    'AUTHORIZATION_ERROR',
    `Pages of ${shown} may not call this mock. Start it with --allow-origin ${shown} (\`allowOrigins\` of createMock) to let them.`,
  );
}
