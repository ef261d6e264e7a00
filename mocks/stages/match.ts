import type { Handler, Stage } from '../exchange.js';
import { Refusal } from '../refusal.js';
import type { Router } from '../router.js';
import type { MockResponse } from '../types.js';
import { fixturesPath } from './fixtures.js';

const apiPrefix = '/api/v1';

/**
 * Finds the operation by method and raw path. Under the API's prefix a miss is only noted: callers without
 * a key must not be able to enumerate paths, so authentication comes first.
 */
export function match(router: Router, fixtures: Handler): Stage {
  return (next) => (exchange) => {
    if (exchange.refusal) throw exchange.refusal;
    const { method, path } = exchange.request;
    if (path === fixturesPath && (method === 'GET' || method === 'HEAD')) return fixtures(exchange);
    const found = router(method, path);
    if ('allow' in found) return methodsOf(found.allow);
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

async function methodsOf(allow: string): Promise<MockResponse> {
  return { status: 204, headers: { Allow: allow }, body: null };
}

function isApiPath(path: string): boolean {
  return path.startsWith(apiPrefix) && (path.length === apiPrefix.length || path[apiPrefix.length] === '/');
}
