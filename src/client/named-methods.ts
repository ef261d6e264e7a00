import { operationMethods } from '../generated/methods.js';
import type { operations } from '../generated/types.js';
import { type CallOptions, checkCallOptions, type WriteOptions } from './options.js';
import { type PagedResponse, pagedResponse } from './paged-response.js';
import { type Page, pages, walkingPageSize } from './pages.js';

type Methods = typeof operationMethods;

/** An operation of the contract, by its `operationId`. */
export type OperationId = keyof Methods;

type JsonOf<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<Responses> = JsonOf<Responses[keyof Responses & (200 | 201)]>;

/** The payload of an operation's response, without its envelope. */
export type DataOf<Id extends OperationId> =
  Success<operations[Id]['responses']> extends { data: infer Data } ? Data : never;

/** One item of an operation that returns a list. */
export type ItemOf<Id extends OperationId> =
  DataOf<Id> extends { items: readonly (infer Item)[] } ? Item : never;

/** Path and query parameters in one object. A test proves that their names do not clash. */
type ParametersOf<Id extends OperationId> = Group<operations[Id]['parameters'], 'path'> &
  Group<operations[Id]['parameters'], 'query'>;
type Group<Parameters, Where extends string> = Where extends keyof Parameters
  ? [NonNullable<Parameters[Where]>] extends [never]
    ? unknown
    : NonNullable<Parameters[Where]>
  : unknown;
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? JsonOf<Body>
  : never;
type IsWrite<Id extends OperationId> = Methods[Id]['method'] extends 'get' | 'delete' ? false : true;

/** Parameters (also for a read that has none yet), then the body of a write, then options. */
type ArgumentsOf<Id extends OperationId> = [
  ...(keyof ParametersOf<Id> extends never
    ? IsWrite<Id> extends true
      ? []
      : [parameters?: Record<string, never>]
    : object extends ParametersOf<Id>
      ? [parameters?: ParametersOf<Id>]
      : [parameters: ParametersOf<Id>]),
  ...([BodyOf<Id>] extends [never] ? [] : [body: BodyOf<Id>]),
  options?: IsWrite<Id> extends true ? WriteOptions : CallOptions,
];

/** Every operation as a method: `client.listCommitmentInventory({ instrument: 'ri' })`. */
export type NamedMethods = {
  readonly [Id in keyof Methods]: (
    ...args: ArgumentsOf<Id>
  ) => Methods[Id] extends { paged: true } ? PagedResponse<DataOf<Id>, ItemOf<Id>> : Promise<DataOf<Id>>;
};

/** What a named method passes to openapi-fetch besides its method and path. */
interface NamedInit {
  readonly params: { readonly path: Values; readonly query: Values };
  readonly body?: unknown;
}
type Values = Readonly<Record<string, unknown>>;

/**
 * Builds the named methods.
 *
 * @param call sends one request and resolves with the payload of its response
 */
export function namedMethods(
  call: (method: string, path: string, init: NamedInit) => Promise<unknown>,
): NamedMethods {
  const methods = Object.entries<{ method: string; path: string; paged?: true }>(operationMethods).map(
    ([id, { method, path, paged }]) => {
      const run = (...args: readonly unknown[]) => {
        const init = readArguments(method, path, args);
        // Checked within the call, so that an unknown option rejects the promise as an invalid one does.
        const checked: typeof call = async (...sent) => {
          checkCallOptions(id, init);
          return call(...sent);
        };
        const read = () => checked(method, path, init);
        return paged ? pagedResponse(read, () => iterate(checked, path, init)) : read();
      };
      return [id, run];
    },
  );
  return Object.fromEntries(methods);
}

function iterate(call: Parameters<typeof namedMethods>[0], path: string, init: NamedInit) {
  const { query, path: ids } = init.params;
  const read = (page: number) =>
    call('get', path, {
      ...init,
      params: { path: ids, query: { page_size: walkingPageSize, ...query, page } },
    }) as Promise<Page<unknown>>;
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
