import type { Handler, TestRequest, TestResponse } from '../../support/serve.js';
import { type HoldingOptions, Holdings } from './holdings.js';
import { decode, HttpError, httpError, success } from './http.js';
import { commitmentReads, figureReads, providerReads, type Read } from './reads.js';
import { Writes } from './writes.js';

interface Route {
  readonly method: string;
  readonly path: RegExp;
  run(request: TestRequest, parts: readonly string[], caller: string): TestResponse | Promise<TestResponse>;
}

/** Values that cannot be discovered through the API. */
export const independentFixtures = { audit_id: 12, tag_key: { id: 'T7', name: 'Team', version: 3 } };

/**
 * A small server that is written from the service's description only, in another style than the mock: one provider by
 * default, other IDs, pages of seven rows, properties in another order, additional properties, 404 before 401, and other
 * shapes where the description shows none. It conforms, so the suite must find no violations.
 */
export function createIndependentServer({
  keys,
  ...options
}: HoldingOptions & { readonly keys: readonly string[] }): Handler {
  const held = new Holdings(options);
  const reads = { ...commitmentReads(held), ...figureReads, ...providerReads(held) };
  const routes = [
    ...Object.entries(reads).map(([path, read]) => readRoute(path, read)),
    ...writeRoutes(options),
  ];
  return async (request) => {
    try {
      const { route, parts } = matchingRoute(routes, request);
      const caller = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (caller === undefined || !keys.includes(caller)) {
        throw httpError(401, 'AUTHENTICATION_ERROR', 'Unknown API key');
      }
      return await route.run(request, parts.map(decode), caller);
    } catch (error) {
      if (error instanceof HttpError) return error.response;
      throw error;
    }
  };
}

function matchingRoute(routes: readonly Route[], { method, path }: TestRequest) {
  for (const route of routes) {
    const match = route.method === method && route.path.exec(path);
    if (match) return { route, parts: match.slice(1) };
  }
  throw httpError(404, 'NOT_FOUND', 'Route not found');
}

/** @param path a path in which `{}` matches one segment */
function patternOf(path: string): RegExp {
  return new RegExp(`^/api/v1${path.replaceAll('{}', '([^/]+)')}$`);
}

function readRoute(path: string, read: Read): Route {
  return { method: 'GET', path: patternOf(path), run: (request, parts) => success(read(request, parts)) };
}

function writeRoutes({ sharesEndpoints = false }: HoldingOptions): Route[] {
  const writes = new Writes(sharesEndpoints);
  return [
    {
      method: 'PUT',
      path: patternOf('/tags/virtual/{}'),
      run: (request, [id], caller) => writes.updateTagKey(request, id, caller),
    },
    {
      method: 'POST',
      path: patternOf('/webhooks/endpoints'),
      run: (request, _, caller) => writes.createEndpoint(request, caller),
    },
    {
      method: 'DELETE',
      path: patternOf('/webhooks/endpoints/{}'),
      run: (_, [id], caller) => writes.deleteEndpoint(id, caller),
    },
  ];
}
