import type { Handler, Stage } from '../exchange.js';
import { documentPaths } from '../front/paths.js';
import { nearestPath } from '../nearest-path.js';
import { Refusal } from '../refusal.js';
import { noSuchPath, type Router } from '../router.js';
import type { MockResponse } from '../types.js';

const apiPrefix = '/api/v1';

/**
 * Finds the operation by method and raw path. Under the API's prefix a miss is only noted: callers without
 * a key must not be able to enumerate paths, so authentication comes first.
 *
 * @param beside what is served beside the API and needs no key, by path
 */
export function match(router: Router, beside: ReadonlyMap<string, Handler>): Stage {
  return (next) => (exchange) => {
    if (exchange.refusal) throw exchange.refusal;
    const { method, path } = exchange.request;
    const other = beside.get(path);
    if (other && (method === 'GET' || method === 'HEAD')) return other(exchange);
    const found = router(method, path);
    if ('allow' in found) return methodsOf(found.allow);
    if (found instanceof Refusal && !isApiPath(path)) throw explained(found, path);
    exchange.match = found;
    return next(exchange);
  };
}

/** Refuses what matched nothing, once the caller is known. */
export function requireMatch(): Stage {
  return (next) => (exchange) => {
    if (exchange.match instanceof Refusal) throw explained(exchange.match, exchange.request.path);
    return next(exchange);
  };
}

/** A miss with the path that may have been meant. */
function explained(refusal: Refusal, path: string): Refusal {
  if (refusal !== noSuchPath) return refusal;
  const near = nearestPath(path);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return new Refusal('NOT_FOUND', `${refusal.message}${meant} ${documentPaths.json} lists all there are.`);
}

async function methodsOf(allow: string): Promise<MockResponse> {
  return { status: 204, headers: { Allow: allow }, body: null };
}

function isApiPath(path: string): boolean {
  return path.startsWith(apiPrefix) && (path.length === apiPrefix.length || path[apiPrefix.length] === '/');
}
