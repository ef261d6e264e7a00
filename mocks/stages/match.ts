import type { Stage } from '../exchange.js';
import { Refusal } from '../refusal.js';
import type { Router } from '../router.js';

const apiPrefix = '/api/v1';

/**
 * Finds the operation by method and raw path. Under the API's prefix a miss is only noted: whoever has
 * no key learns nothing about which paths there are, so authentication speaks first.
 */
export function match(router: Router): Stage {
  return (next) => (exchange) => {
    const { method, path } = exchange.request;
    const found = router(method, path);
    if ('allow' in found) return { status: 204, headers: { Allow: found.allow }, body: null };
    if (found instanceof Refusal && !isApiPath(path)) throw found;
    exchange.match = found;
    return next(exchange);
  };
}

/** Refuses what matched nothing, once the caller is known. */
export function requireMatch(): Stage {
  return (next) => (exchange) => {
    if (exchange.match instanceof Refusal) throw exchange.match;
    return next(exchange);
  };
}

function isApiPath(path: string): boolean {
  return path.startsWith(apiPrefix) && (path.length === apiPrefix.length || path[apiPrefix.length] === '/');
}
