import { operationMethods } from '../generated/methods.js';
import type { NamedMethods } from '../generated/named-methods.js';
import { apiPromise, type Reply } from './api-promise.js';
import { checkCallOptions } from './options.js';
import { pagedResponse } from './paged-response.js';
import { type Page, pages, walkingPageSize } from './pages.js';

/** What a named method passes to openapi-fetch besides its method and path. */
interface NamedInit {
  readonly params: { readonly path: Values; readonly query: Values };
  readonly body?: unknown;
}
type Values = Readonly<Record<string, unknown>>;
type Call = (method: string, path: string, init: NamedInit) => Promise<Reply>;

/**
 * Builds the named methods.
 *
 * @param call sends one request and resolves with the payload of its response
 */
export function namedMethods(call: Call): NamedMethods {
  const methods = Object.entries<{ method: string; path: string; paged?: true }>(operationMethods).map(
    ([id, { method, path, paged }]) => {
      const run = (...args: readonly unknown[]) => {
        const init = readArguments(method, path, args);
        // Checked within the call, so that an unknown option rejects the promise as an invalid one does.
        const checked: Call = async (...sent) => {
          checkCallOptions(id, init);
          return call(...sent);
        };
        const read = () => apiPromise(checked(method, path, init));
        return paged ? pagedResponse(read, () => iterate(checked, path, init)) : read();
      };
      return [id, run];
    },
  );
  return Object.fromEntries(methods);
}

function iterate(call: Call, path: string, init: NamedInit) {
  const { query, path: ids } = init.params;
  const read = async (page: number) => {
    const params = { path: ids, query: { page_size: walkingPageSize, ...query, page } };
    const { data } = await call('get', path, { ...init, params });
    return data as Page<unknown>;
  };
  return pages(path, read, query.page as number | undefined);
}

function readArguments(method: string, template: string, args: readonly unknown[]): NamedInit {
  const rest = [...args];
  const isWrite = method !== 'get' && method !== 'delete';
  const takesParameters = !isWrite || template.includes('{');
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries((takesParameters && rest.shift()) || {})) {
    (template.includes(`{${name}}`) ? path : query)[name] = value;
  }
  const body = isWrite ? rest.shift() : undefined;
  return { ...(rest[0] ?? {}), params: { path, query }, body };
}
