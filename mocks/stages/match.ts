import { basePath } from '../../src/contract/base-path.js';
import { documentPaths } from '../front/paths.js';
import type { Handler, Stage } from '../http/exchange.js';
import { HttpError } from '../http/http-error.js';
import { nearestPath } from '../http/nearest-path.js';
import { noSuchPath, type Router } from '../http/router.js';

/**
 * Matches the operation by method and raw path. A miss under the API prefix is only recorded: authentication comes
 * first, since unauthenticated callers must not be able to enumerate paths.
 *
 * @param publicRoutes handlers outside the API that need no API key, by path
 */
export function match(router: Router, publicRoutes: ReadonlyMap<string, Handler>): Stage {
  return (next) => (exchange) => {
    if (exchange.httpError) throw exchange.httpError;
    const { method, path } = exchange.request;
    const publicHandler = publicRoutes.get(path);
    if (publicHandler && (method === 'GET' || method === 'HEAD')) return publicHandler(exchange);
    const found = router(method, path);
    if ('allow' in found)
      return Promise.resolve({ status: 204, headers: { Allow: found.allow }, body: null });
    if (found instanceof HttpError && !isApiPath(path)) throw explained(found, path);
    exchange.match = found;
    return next(exchange);
  };
}

/** Returns the recorded miss to authenticated callers. */
export function requireMatch(): Stage {
  return (next) => (exchange) => {
    if (exchange.match instanceof HttpError) throw explained(exchange.match, exchange.request.path);
    return next(exchange);
  };
}

/** Adds the nearest path to a 404. */
function explained(httpError: HttpError, path: string): HttpError {
  if (httpError !== noSuchPath) return httpError;
  const nearest = nearestPath(path);
  const suggestion = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return new HttpError(
    'NOT_FOUND',
    `${httpError.message}${suggestion} See ${documentPaths.json} for all paths.`,
  );
}

function isApiPath(path: string): boolean {
  return path.startsWith(basePath) && (path.length === basePath.length || path[basePath.length] === '/');
}
