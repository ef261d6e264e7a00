import type { Stage } from '../exchange.js';

const exposed = [
  'Deprecation',
  'Idempotent-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');

/**
 * Lets pages of any origin call the mock. A preflight is answered for every path and without a key, as
 * browsers send none with it; else a page would see a network error where a 404 or 401 is the answer.
 */
export function crossOrigin(): Stage {
  return (next) => (exchange) => {
    const { method, headers } = exchange.request;
    if (headers.origin === undefined) return next(exchange);
    exchange.headers['Access-Control-Allow-Origin'] = '*';
    exchange.headers['Access-Control-Expose-Headers'] = exposed;
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return next(exchange);
    return {
      status: 204,
      headers: {
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
        'Access-Control-Max-Age': '600',
      },
      body: null,
    };
  };
}
