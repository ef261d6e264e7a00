import { operationMethods } from '../../generated/methods.js';
import type { NamedMethods } from '../../generated/named-methods.js';
import { type ApiPromise, apiPromise, type Reply } from '../api-promise.js';
import { describe } from '../check-parameters.js';
import { checkCallOptions } from '../options.js';
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
/** Sends the request of a call, with other query parameters if any are given. */
type Read = (query?: (given: Values) => Values) => Promise<Reply>;

/**
 * Builds the named methods. Invalid arguments reject the promise, as an error response does.
 *
 * @param call sends one request and resolves with the payload of its response
 */
export function namedMethods(call: Call): NamedMethods {
  const methods = Object.entries<{ method: string; path: string; paged?: true }>(operationMethods).map(
    ([id, { method, path, paged }]) => {
      const run = (...args: readonly unknown[]) => {
        const read: Read = async (query = (given) => given) => {
          const init = readArguments(id, method, path, args);
          checkCallOptions(id, init);
          const { params } = init;
          return call(method, path, { ...init, params: { ...params, query: query(params.query) } });
        };
        if (!paged) return apiPromise(read());
        return pagedResponse(
          () => readPage(read),
          () => {
            const list = { operation: id as OperationId, path };
            return pages(list, readItems(read), (args[0] as Values | undefined)?.page as number | undefined);
          },
        );
      };
      return [id, run];
    },
  );
  return Object.fromEntries(methods);
}

function readPage(read: Read, page?: number): ApiPromise<PageOf<object>> {
  let current = page ?? 1;
  const reply = read((given) => {
    current = page ?? (given.page as number | undefined) ?? 1;
    return page === undefined ? given : { ...given, page };
  });
  return apiPromise(
    reply.then(({ data, response }) => ({
      data: withNextPage(data, () => readPage(read, current + 1)),
      response,
    })),
  );
}

function readItems(read: Read) {
  return async (page: number) => {
    const { data } = await read((given) => ({ page_size: walkingPageSize, ...given, page }));
    return data as Page<unknown>;
  };
}

function readArguments(id: string, method: string, template: string, args: readonly unknown[]): NamedInit {
  const rest = [...args];
  const isWrite = method !== 'get' && method !== 'delete';
  const next = (what: string) => objectOf(rest.shift(), `${id}: ${what}`);
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const parameters = !isWrite || template.includes('{') ? next('parameters') : {};
  for (const [name, value] of Object.entries(parameters)) {
    (template.includes(`{${name}}`) ? path : query)[name] = value;
  }
  const body = isWrite ? next('body') : undefined;
  return { ...next('options'), params: { path, query }, body };
}

/** @throws {TypeError} unless the argument is a plain object or missing */
function objectOf(value: unknown = {}, name: string): object {
  const prototype = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
  // An object of another realm has another prototype.
  if (prototype === null || prototype?.constructor?.name === 'Object') return value as object;
  const hint = value instanceof AbortSignal ? ' Pass a signal in the options: { signal }.' : '';
  throw new TypeError(`${name} must be an object, got ${describe(value)}.${hint}`);
}
