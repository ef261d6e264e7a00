import { HttpError } from '../../../mocks/http/http-error.js';
import { createRouter, type Route } from '../../../mocks/http/router.js';
import { fixturesPath } from '../../../src/contract/fixtures.js';
import { operations } from '../../../src/generated/operations.js';
import { responseValidators, schemaValidators, type Validator } from '../../../src/generated/validators.js';

type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/**
 * Statuses of requests that do not reach an operation: unknown or malformed path, other method, body that
 * is too large, too slow or not JSON, unknown preference.
 */
const statusesOfHttp: ReadonlySet<number> = new Set([400, 404, 405, 408, 413, 415, 422, 431, 501]);

/** Documented headers that are not in every response. */
const occasional: ReadonlySet<string> = new Set(['Idempotent-Replayed']);

/**
 * Wraps a `fetch` to validate every response against the document: the body by the schema of its status,
 * headers by name. The fixtures document is not part of the API and is not validated.
 *
 * @throws if a response does not match the document, with all differences
 */
export function validated(fetch: Fetch): Fetch {
  const router = createRouter(operations);
  return async (input, init) => {
    const response = await fetch(input, init);
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://mock.invalid');
    if (pathname === fixturesPath) return response;
    const problems = await problemsOf(response.clone(), method, router(method, pathname));
    if (problems.length > 0) {
      throw new Error(`${method} ${pathname} returned ${response.status}:\n- ${problems.join('\n- ')}`);
    }
    return response;
  };
}

async function problemsOf(
  response: Response,
  method: string,
  found: ReturnType<ReturnType<typeof createRouter>>,
): Promise<string[]> {
  if (method === 'OPTIONS' && response.status === 204) return [];
  const route = 'route' in found ? found.route : null;
  const documented = route?.operation.responses[response.status];
  const undocumented =
    documented ||
    statusesOfHttp.has(response.status) ||
    (response.status === 401 && found instanceof HttpError)
      ? []
      : [`the status ${response.status} is not documented`];
  const headers = (documented?.headers ?? [])
    .filter((name) => !occasional.has(name) && !response.headers.has(name))
    .map((name) => `the header ${name} is missing`);
  const body =
    method === 'HEAD' ? [] : problemsOfBody(await response.text(), validatorOf(response.status, route));
  return [...undocumented, ...headers, ...body];
}

function validatorOf(status: number, route: Route | null): Validator {
  const own = route ? responseValidators[route.operation.operationId][status] : undefined;
  return own ?? (schemaValidators.FailureEnvelope as Validator);
}

function problemsOfBody(text: string, validator: Validator): string[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [`the body is not JSON: ${text.slice(0, 100)}`];
  }
  if (validator(body)) return [];
  return (validator.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || 'the body'} ${message}`,
  );
}
