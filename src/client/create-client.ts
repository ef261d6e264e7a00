import createFetchClient, { type Middleware } from 'openapi-fetch';
import { defaultRetries } from '../contract/limits.js';
import type { paths } from '../generated/types.js';
import { checkBaseUrl } from './base-url.js';
import { UnexpectedResponseError } from './errors/unexpected-response-error.js';
import { idempotencyKey } from './middleware/idempotency-key.js';
import { type NamedMethods, namedMethods } from './named-methods.js';
import { checkNames, type Limits, namesOf, resolveLimits, type WriteOptions } from './options.js';
import type { PathMethods } from './path-methods.js';
import { serializePath } from './path-serializer.js';
import { type ApiKey, credentialsOf } from './transport/api-key.js';
import type { AttemptEvent, Sleep } from './transport/retry.js';
import { send } from './transport/send.js';
import type { Fetch } from './transport/transmit.js';
import { type FetchResult, unwrap } from './unwrap.js';

/** How a client reaches the service. */
export interface ClientOptions {
  /** Scheme, host and port of the service; `https`, or `http` on this machine. */
  readonly baseUrl: string;
  /** Lets `http` go to other machines as well, such as a mock in a network of containers; the key goes in the clear. */
  readonly insecure?: boolean;
  /** The API key, or a function that returns it before each call. */
  readonly apiKey: ApiKey;
  /** Attempts after the first, for reads and keyed writes, at most 10 (default: 2). */
  readonly retries?: number;
  /** Milliseconds for one attempt, its body included (default: 30,000). */
  readonly timeoutMs?: number;
  /** Bytes that the body of a response may have (default: 134,217,728, which is 128 MiB). */
  readonly maxResponseBytes?: number;
  /** What sends the requests (default: the runtime's `fetch`). */
  readonly fetch?: Fetch;
  /** Middleware of openapi-fetch; it never sees the API key. */
  readonly middleware?: readonly Middleware[];
  /** Called after each attempt, for logs; never receives the API key. What it throws, the call throws. */
  readonly onAttempt?: (event: AttemptEvent) => void;
  /** Waits between attempts (default: a timer); a test need not. */
  readonly sleep?: Sleep;
}

/**
 * The service's operations as methods, which return the payload and throw typed errors; and the methods of
 * openapi-fetch, such as `GET`, which resolve with `{ data, error, response }`.
 */
export interface Client extends NamedMethods, PathMethods {}

const clientOptionNames = namesOf<ClientOptions>({
  baseUrl: 0,
  insecure: 0,
  apiKey: 0,
  retries: 0,
  timeoutMs: 0,
  maxResponseBytes: 0,
  fetch: 0,
  middleware: 0,
  onAttempt: 0,
  sleep: 0,
});

const defaultLimits: Limits = {
  retries: defaultRetries,
  timeoutMs: 30_000,
  // Lists without pages are large: 85 MB in the mock's large scenario.
  maxResponseBytes: 128 * 1_048_576,
};

/** What may be passed to a path method, as far as it is used here. */
interface Init extends WriteOptions {
  readonly params?: { readonly path?: object };
  readonly middleware?: readonly Middleware[];
  readonly fetch?: Fetch;
}

/**
 * Makes a client.
 *
 * @throws {TypeError} when an option does not exist or cannot be used
 * @example
 * ```ts
 * import { createClient } from 'cloud-cost-contract';
 *
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test_caller' });
 * const { rows } = await client.listCommitmentInventory({ instrument: 'ri', state: 'active' });
 * for (const row of rows) console.log(row.id, row.state);
 * for await (const commitment of client.listCommitments({ kind: 'savings_plan' })) console.log(commitment.id);
 * const { data, error } = await client.GET('/api/v1/providers');
 * console.log(data?.data ?? error);
 * ```
 */
export function createClient(options: ClientOptions): Client {
  checkNames('createClient', options, clientOptionNames);
  const { onAttempt, sleep } = options;
  const baseUrl = checkBaseUrl(options.baseUrl, options.insecure);
  const { origin } = new URL(baseUrl);
  const credentials = credentialsOf(options.apiKey);
  const limits = resolveLimits(options, defaultLimits);
  const core = createFetchClient<paths>({ baseUrl, pathSerializer: serializePath });
  core.use(...(options.middleware ?? []));

  const request = async (method: string, path: string, init: Init = {}) => {
    const fetchOnce = init.fetch ?? options.fetch ?? ((sent: Request) => fetch(sent));
    const how = {
      ...resolveLimits(init, limits),
      credentials,
      origin,
      path,
      onAttempt,
      sleep,
      fetch: fetchOnce,
    };
    let status = 0;
    try {
      return await (core.request as PathCall)(method, path, {
        ...init,
        params: { ...init.params, path: init.params?.path ?? {} },
        middleware: [...(init.middleware ?? []), idempotencyKey(init.idempotencyKey)],
        async fetch(sent: Request) {
          const response = await send(sent, how);
          status = response.status;
          return response;
        },
      });
    } catch (error) {
      // Without its cause: the parser quotes the body, which may repeat the API key.
      throw error instanceof SyntaxError && status > 0 ? new UnexpectedResponseError(status) : error;
    }
  };

  const by = (method: string) => (path: string, init?: Init) => request(method, path, init);
  const { use, eject } = core;
  const pathMethods = {
    use,
    eject,
    request,
    GET: by('get'),
    PUT: by('put'),
    POST: by('post'),
    DELETE: by('delete'),
  };
  return {
    ...namedMethods(async (method, path, init) => unwrap(await request(method, path, init))),
    ...(pathMethods as unknown as PathMethods),
  };
}

/** A path method without the types of one operation. */
type PathCall = (method: string, path: string, init: object) => Promise<FetchResult<unknown>>;
