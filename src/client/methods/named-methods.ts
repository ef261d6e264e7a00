import { operationMethods } from '../../generated/methods.js';
import type { NamedMethods } from '../../generated/named-methods.js';
import { type ApiPromise, apiPromise, type Reply } from '../api-promise.js';
import { describe } from '../describe.js';
import { callOptionNames, checkNames } from '../options.js';
import { type PageOf, pagedResponse, withNextPage } from '../paged-response.js';
import { type Page, pages, walkingPageSize } from '../pages.js';
import type { OperationId } from './operation-types.js';

/** What a named method passes to openapi-fetch besides its method and path. */
interface NamedInit {
  readonly params: { readonly path: Values; readonly query: Values };
  readonly body?: unknown;
}
type Values = Readonly<Record<string, unknown>>;
type Call = (method: string, path: string, init: NamedInit) => Promise<Reply>;

/**
 * Builds the named methods. Invalid arguments reject the promise, as an error response does.
 *
 * @param call sends one request and resolves with the payload of its response
 */
export function namedMethods(call: Call): NamedMethods {
  const methods = Object.entries(operationMethods).map(([id, row]) => {
    const [method = '', path = '', ...parameters] = row.split(' ');
    const isPaged = parameters.includes('page_size:integer');
    const run = (...args: readonly unknown[]) => {
      /** Sends the request, with query parameters before and after those of the caller. */
      const read = async (before?: Values, after?: Values) => {
        const init = readArguments(id, method, path, args);
        const query = { ...before, ...init.params.query, ...after };
        return call(method, path, { ...init, params: { ...init.params, query } });
      };
      if (!isPaged) return apiPromise(read());
      const { page: first = 1 } = Object(args[0]) as { page?: number };
      const readPage = (page: number, query?: Values): ApiPromise<PageOf<object>> =>
        apiPromise(
          read({}, query).then(({ data, response }) => ({
            data: withNextPage(data, () => readPage(page + 1, { page: page + 1 })),
            response,
          })),
        );
      const readItems = async (page: number) => {
        const { data } = await read({ page_size: walkingPageSize }, { page });
        return data as Page<unknown>;
      };
      return pagedResponse(
        () => readPage(first),
        () => pages({ operation: id as OperationId, path }, readItems, first),
      );
    };
    return [id, run];
  });
  return Object.fromEntries(methods);
}

function readArguments(id: string, method: string, template: string, args: readonly unknown[]): NamedInit {
  const rest = [...args];
  const isWrite = method === 'PUT' || method === 'POST';
  const next = (what: string) => objectOf(rest.shift(), `${id}: ${what}`);
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const parameters = !isWrite || template.includes('{') ? next('parameters') : {};
  for (const [name, value] of Object.entries(parameters)) {
    (template.includes(`{${name}}`) ? path : query)[name] = value;
  }
  const body = isWrite ? next('body') : undefined;
  const options = next('options');
  checkNames(id, options, callOptionNames);
  return { ...options, params: { path, query }, body };
}

/** @throws {TypeError} unless the argument is a plain object or missing */
function objectOf(value: unknown = {}, name: string): object {
  const described = describe(value);
  if (described === 'Object') return value as object;
  const hint = value instanceof AbortSignal ? ' Pass a signal in the options: { signal }.' : '';
  throw new TypeError(`${name} must be an object, got ${described}.${hint}`);
}
