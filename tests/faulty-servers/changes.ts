import { statusOfCode } from '../../src/contract/errors.js';
import type { TestRequest, TestResponse } from '../support/serve.js';
import { type Edit, edited } from './edited.js';
import type { Change } from './faulty-server.js';

/**
 * The requests that a change applies to: a method and a path below `/api/v1`, with `*` for one segment and `**` for
 * every path, then conditions on the query: `?scope` (any value), `?scope=all` (this value), `?!scope` (absent).
 */
export type Where = `${'GET' | 'PUT' | 'POST' | 'DELETE' | '*'} ${string}`;

export function matches(where: Where, { method, path, query }: TestRequest): boolean {
  const [, wanted, pattern, conditions] = /^(\S+) ([^?]*)\??(.*)$/.exec(where) ?? [];
  if (wanted !== '*' && wanted !== method) return false;
  const isSent = (condition: string) => {
    const [, not, name = '', value] = /^(!?)([^=]*)=?(.*)$/.exec(condition) ?? [];
    return value ? query.get(name) === value : query.has(name) === (not === '');
  };
  if (conditions && !conditions.split('&').every(isSent)) return false;
  if (pattern === '**') return true;
  const source = pattern?.split('*').map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^/api/v1${source?.join('[^/]+')}$`).test(path);
}

/** Changes the responses to some requests. */
export function responses(
  where: Where,
  change: (response: TestResponse, request: TestRequest) => TestResponse | Promise<TestResponse>,
): Change {
  return (server) => async (request) => {
    const response = await server(request);
    return matches(where, request) ? change(response, request) : response;
  };
}

/** Edits the data of successes at a path, for example `items[].id`. */
export function changed(where: Where, path: string, edit: Edit): Change {
  return changedBody(where, `data.${path}`, edit);
}

/** Edits the data of successes in place. */
export function changedData(where: Where, edit: (data: any, request: TestRequest) => unknown): Change {
  return changed(where, '', (data, _, request) => {
    edit(data, request);
    return data;
  });
}

/** Edits the body of successes at a path. */
export function changedBody(where: Where, path: string, edit: Edit): Change {
  return responses(where, (response, request) =>
    response.status < 300 ? withBody(response, path, edit, request) : response,
  );
}

/** Edits the data of successes with the data of the same requests with other query parameters; null removes one. */
export function recomputed(
  where: Where,
  edit: (data: any, read: (parameters: Readonly<Record<string, string | null>>) => Promise<any>) => unknown,
): Change {
  return (server) => async (request) => {
    const response = await server(request);
    if (!matches(where, request) || response.status >= 300) return response;
    const { data, ...envelope } = JSON.parse(response.body);
    const edited = await edit(data, async (parameters) => {
      const { body } = await server(withQuery(request, parameters));
      return JSON.parse(body).data;
    });
    return { ...response, body: JSON.stringify({ ...envelope, data: edited }) };
  };
}

/** Edits the body of failures with one status at a path. */
export function changedFailure(status: number, path: string, edit: Edit): Change {
  return responses('* **', (response, request) =>
    response.status === status ? withBody(response, path, edit, request) : response,
  );
}

/** Changes headers of some responses; undefined removes a header. */
export function changedHeaders(
  where: Where,
  headers: Readonly<Record<string, string | undefined>>,
  { status }: { status?: number } = {},
): Change {
  return responses(where, (response) =>
    status === undefined || response.status === status ? withHeaders(response, headers) : response,
  );
}

/** Refuses some requests after they are executed: all, those with one status, or those that meet a condition. */
export function refuses(
  where: Where,
  status: number,
  insteadOf: number | 'success' | ((request: TestRequest, response: TestResponse) => boolean) = () => true,
): Change {
  return responses(where, (response, request) => {
    const fits =
      typeof insteadOf === 'function'
        ? insteadOf(request, response)
        : response.status === insteadOf || (insteadOf === 'success' && response.status < 300);
    return fits ? refusal(status) : response;
  });
}

/** Changes some requests before the server receives them. */
export function requests(where: Where, change: (request: TestRequest) => TestRequest): Change {
  return (server) => (request) => server(matches(where, request) ? change(request) : request);
}

/** Replaces query parameters of some requests; null removes one. */
export function queried(where: Where, parameters: Readonly<Record<string, string | null>>): Change {
  return requests(where, (request) => withQuery(request, parameters));
}

/** Ignores a query parameter, or those of its values that meet a condition. */
export function ignores(where: Where, name: string, isIgnored?: (value: string) => boolean): Change {
  return requests(where, (request) => {
    const value = request.query.get(name);
    return value !== null && (isIgnored?.(value) ?? true) ? withQuery(request, { [name]: null }) : request;
  });
}

/** Ignores a parameter, and returns the requested value of it. */
export const ignoresAndEchoes = (where: Where, name: string): Change =>
  all(
    queried(where, { [name]: null }),
    changed(where, name, (own, _, { query }) => query.get(name) ?? own),
  );

/** Edits the JSON body of some requests before the server receives it. */
export function changedRequest(where: Where, edit: (body: any) => unknown): Change {
  return requests(where, (request) => {
    try {
      return { ...request, body: JSON.stringify(edit(JSON.parse(request.body))) };
    } catch {
      return request;
    }
  });
}

/** Applies several changes. */
export const all =
  (...changes: readonly Change[]): Change =>
  (server) =>
    changes.reduce((one, change) => change(one), server);

export function withQuery(
  request: TestRequest,
  parameters: Readonly<Record<string, string | null>>,
): TestRequest {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return { ...request, query };
}

export function withHeaders(
  response: TestResponse,
  headers: Readonly<Record<string, string | undefined>>,
): TestResponse {
  const all = Object.entries({ ...response.headers, ...headers });
  return {
    ...response,
    headers: Object.fromEntries(all.filter((one): one is [string, string] => one[1] !== undefined)),
  };
}

/** Returns a failure with the error code of its status. */
export function refusal(status: number): TestResponse {
  const code = Object.entries(statusOfCode).find(([, one]) => one === status)?.[0] ?? 'UNKNOWN';
  return inEnvelope(status, { success: false, error: { code, message: 'No.', details: null } });
}

export function success(data: unknown): TestResponse {
  return inEnvelope(200, { success: true, data });
}

function inEnvelope(status: number, body: object): TestResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, timestamp: '2026-06-15T12:00:00Z' }),
  };
}

function withBody(response: TestResponse, path: string, edit: Edit, request: TestRequest): TestResponse {
  const body = JSON.stringify(edited(JSON.parse(response.body), path, edit, request));
  return body === response.body ? response : { ...response, body };
}
