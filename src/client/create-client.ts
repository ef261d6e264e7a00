import createFetchClient from 'openapi-fetch';
import { defaultRetries } from '../contract/limits.js';
import type { paths } from '../generated/types.js';
import { checkBaseUrl } from './base-url.js';
import type { Call, DataOf, InitOf, ItemOf, PagedPath, PathWith } from './call.js';
import { type Fetch, type Layer, stack } from './layer.js';
import { authenticate } from './layers/authenticate.js';
import { idempotencyKey } from './layers/idempotency-key.js';
import { observe, type TryReport } from './layers/observe.js';
import { retry } from './layers/retry.js';
import { timeout } from './layers/timeout.js';
import { type NamedMethods, namedMethods } from './named-methods.js';
import { pagedAnswer } from './paged-answer.js';
import { type Page, pages, walkingPageSize } from './pages.js';
import { unwrap } from './unwrap.js';

/** How a client reaches the service. */
export interface ClientOptions {
  /** Scheme, host and port of the service; `https`, or `http` on this machine. */
  readonly baseUrl: string;
  /** The API key, or a function that is asked for it before each call. */
  readonly apiKey: string | (() => string | Promise<string>);
  /** Tries after the first, for reads and keyed writes (default: 2). */
  readonly retries?: number;
  /** Milliseconds for one try, its body included (default: 30,000). */
  readonly timeoutMs?: number;
  /** What sends the requests (default: the runtime's `fetch`). */
  readonly fetch?: Fetch;
  /** Told of every try; never sees the key. */
  readonly onTry?: (report: TryReport) => void;
  /** Layers of your own, outside all others. */
  readonly layers?: readonly Layer[];
}

/** Calls the service by path, with the types of the contract; answers are out of their envelope. */
export interface Client extends NamedMethods {
  /** Reads `path`. */
  readonly GET: Call<'get'>;
  /** Replaces what is at `path`, keyed so that a retry cannot run twice. */
  readonly PUT: Call<'put'>;
  /** Creates at `path`, keyed so that a retry cannot run twice. */
  readonly POST: Call<'post'>;
  /** Deletes what is at `path`; never tried again. */
  readonly DELETE: Call<'delete'>;
  /** Every item of a list, page after page, fetched as they are asked for. */
  items<Path extends PagedPath>(
    path: Path,
    ...init: InitOf<Path, 'get'>
  ): AsyncGenerator<ItemOf<Path>, void, undefined>;
}

const pagedPaths: ReadonlySet<string> = new Set<PagedPath>([
  '/api/v1/commitments',
  '/api/v1/commitments/coverage',
  '/api/v1/providers/{provider_id}/costs/breakdown',
  '/api/v1/providers/{provider_id}/recommendations',
]);

/**
 * Makes a client.
 *
 * @throws {TypeError} when the base URL cannot be used or the key is empty
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test_caller' });
 * const { rows } = await client.commitments.inventory({ instrument: 'ri', state: 'active' });
 * for await (const commitment of client.commitments.list({ kind: 'savings_plan' })) console.log(commitment.id);
 * const providers = await client.GET('/api/v1/providers');
 * ```
 */
export function createClient(options: ClientOptions): Client {
  if (options.apiKey === '') throw new TypeError('apiKey is empty: pass the API key of the service.');
  const send = stack(
    [
      ...(options.layers ?? []),
      authenticate(options.apiKey),
      idempotencyKey(),
      retry({ retries: options.retries ?? defaultRetries }),
      ...(options.onTry ? [observe(options.onTry)] : []),
      timeout(options.timeoutMs ?? 30_000),
    ],
    options.fetch ?? ((request) => fetch(request)),
  );
  const raw = createFetchClient<paths>({
    baseUrl: checkBaseUrl(options.baseUrl),
    // A redirect could carry the key to another host.
    redirect: 'manual',
    fetch: send,
  });

  const call = async (method: string, path: string, init: object = {}): Promise<unknown> => {
    const { data, error, response } = await raw.request(
      method as 'get',
      path as never,
      { ...init, parseAs: 'text' } as never,
    );
    return unwrap(response, data ?? error);
  };
  const by = <Method extends 'get' | 'put' | 'post' | 'delete'>(method: Method) =>
    (<Path extends PathWith<Method>>(path: Path, ...[init]: InitOf<Path, Method>) =>
      call(method, path, init) as Promise<DataOf<Path, Method>>) as Call<Method>;

  const walk = <Item>(path: string, init?: object) =>
    pages((page) => call('get', path, atPage(init, page)) as Promise<Page<Item>>);

  return {
    ...namedMethods(({ operation: { method, path: template }, path, query, body, options: own }) => {
      const init = { ...own, params: { path, query }, ...(body === undefined ? {} : { body }) };
      const answer = () => call(method, template, init);
      return pagedPaths.has(template) ? pagedAnswer(answer, () => walk(template, init)) : answer();
    }),
    GET: by('get'),
    PUT: by('put'),
    POST: by('post'),
    DELETE: by('delete'),
    items: (path, ...[init]) => walk(path, init),
  };
}

function atPage(init: { params?: { query?: object } } = {}, page: number): object {
  return {
    ...init,
    params: { ...init.params, query: { page_size: walkingPageSize, ...init.params?.query, page } },
  };
}
