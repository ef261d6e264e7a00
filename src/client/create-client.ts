import createFetchClient, { type Middleware } from 'openapi-fetch';
import { defaultRetries } from '../contract/limits.js';
import { operationOf } from '../contract/operation-of.js';
import { packageVersion } from '../generated/methods.js';
import type { NamedMethods } from '../generated/named-methods.js';
import type { paths } from '../generated/types.js';
import { checkBaseUrl } from './base-url.js';
import { checkParameters, type Parameters } from './check-parameters.js';
import type { FailedCall } from './errors/call-error.js';
import { UnexpectedResponseError } from './errors/unexpected-response-error.js';
import { namedMethods } from './methods/named-methods.js';
import type { PathMethods } from './methods/path-methods.js';
import { idempotencyKey } from './middleware/idempotency-key.js';
import { checkNames, type Limits, namesOf, resolveLimits, type WriteOptions } from './options.js';
import { type ApiKey, credentialsOf } from './transport/api-key.js';
import type { Redact } from './transport/redact-key.js';
import type { AttemptEvent, Sleep } from './transport/retry.js';
import { type SentResponse, send } from './transport/send.js';
import type { Fetch } from './transport/transmit.js';
import { type FetchResult, recordCall, unwrap } from './unwrap.js';

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** Scheme, host and port of the service; `https`, or `http` on this machine. */
  readonly baseUrl: string;
  /** Allows `http` to other machines, such as a mock in another container. The API key is then sent unencrypted. */
  readonly insecure?: boolean;
  /** The API key, or a function that is called for it before each call. */
  readonly apiKey: ApiKey;
  /** Headers of every request; those of a call replace them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Number of retries, at most 10, for reads and for writes with an idempotency key (default: 2). */
  readonly retries?: number;
  /** Timeout of one attempt in milliseconds, including the response body (default: 30,000). */
  readonly timeoutMs?: number;
  /** Maximum size of a response body in bytes (default: 134,217,728, which is 128 MiB). */
  readonly maxResponseBytes?: number;
  /** Sends the requests (default: the runtime's `fetch`). */
  readonly fetch?: Fetch;
  /** openapi-fetch middleware. It never sees the API key. */
  readonly middleware?: readonly Middleware[];
  /** Called after each attempt, for example for logging. Never receives the API key. Exceptions propagate to the caller. */
  readonly onAttempt?: (event: AttemptEvent) => void;
  /** Waits between attempts (default: a timer). Tests can pass a function that returns immediately. */
  readonly sleep?: Sleep;
}

/**
 * One method per operation, which returns the payload and throws typed errors, and the path methods of openapi-fetch,
 * such as `GET`, which resolve with `{ data, error, response }`.
 */
export interface Client extends NamedMethods, PathMethods {
  /**
   * Returns a client with other options, such as another API key. It has the same middleware, also that of `use()`.
   *
   * @throws {TypeError} if an option is unknown or invalid
   */
  withOptions(options: Partial<ClientOptions>): Client;
}

const clientOptionNames = namesOf<ClientOptions>({
  baseUrl: 0,
  insecure: 0,
  apiKey: 0,
  headers: 0,
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
  // Lists without pagination are large: 85 MB in the mock's large scenario.
  maxResponseBytes: 128 * 1_048_576,
};

/** The options of a path method that are used here. */
interface Init extends WriteOptions {
  readonly params?: Parameters;
  readonly parseAs?: string;
  readonly middleware?: readonly Middleware[];
  readonly fetch?: Fetch;
}

/**
 * Creates a client.
 *
 * @throws {TypeError} if an option is unknown or invalid
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
  let middleware = [...(options.middleware ?? [])];
  const headers = { ...standardHeaders, ...options.headers };
  const core = createFetchClient<paths>({ baseUrl, headers });
  core.use(...middleware);

  const request = async (method: string, path: string, init: Init = {}) => {
    const operation = operationOf(method, path);
    checkParameters(operation, path, init.params);
    const call = { operation, method: method.toUpperCase(), path };
    const how = {
      ...resolveLimits(init, limits),
      ...{ credentials, origin, path, call, onAttempt, sleep },
      fetch: init.fetch ?? options.fetch ?? ((sent: Request) => fetch(sent)),
    };
    // Middleware can respond without a request.
    let sent: Pick<SentResponse, 'attempt' | 'redact'> = { attempt: 0, redact: (text) => text };
    const isJson = (init.parseAs ?? 'json') === 'json';
    const result = await (core.request as PathCall)(method, path, {
      ...init,
      ...(isJson && { parseAs: 'text' }),
      middleware: [...(init.middleware ?? []), idempotencyKey(init.idempotencyKey)],
      async fetch(prepared: Request) {
        const received = await send(prepared, how);
        sent = received;
        return received.response;
      },
    });
    const recorded = { ...call, attempt: sent.attempt };
    recordCall(result, recorded);
    if (isJson && 'data' in result) result.data = parseJson(result, recorded, sent.redact);
    return result;
  };

  const pathMethods = {
    use(...added: Middleware[]) {
      middleware.push(...added);
      core.use(...added);
    },
    eject(...removed: Middleware[]) {
      middleware = middleware.filter((one) => !removed.includes(one));
      core.eject(...removed);
    },
    request,
    ...Object.fromEntries(
      ['GET', 'PUT', 'POST', 'DELETE'].map((method) => [
        method,
        (path: string, init?: Init) => request(method, path, init),
      ]),
    ),
  };
  return {
    ...namedMethods(async (method, path, init) => {
      const result = await request(method, path, init);
      return { data: unwrap(result), response: result.response };
    }),
    ...(pathMethods as unknown as PathMethods),
    withOptions: (other) =>
      createClient({
        ...options,
        middleware,
        ...other,
        headers: { ...options.headers, ...other.headers },
      }),
  };
}

/** Parses a successful body here and not in openapi-fetch, whose error would quote it, and with it the API key. */
function parseJson(
  { data, response }: FetchResult<unknown>,
  call: FailedCall,
  redact: Redact,
): FetchResult<unknown>['data'] {
  const text = data as unknown as string | undefined;
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const { status, headers } = response;
    throw new UnexpectedResponseError({ status, headers, body: redact(text.slice(0, 4_096)) }, call);
  }
}

/** A path method without the types of its operation. */
type PathCall = (method: string, path: string, init: object) => Promise<FetchResult<unknown>>;

/** Whether the runtime is a server: in browsers, a `User-Agent` would make each request a preflight. */
const isServer = typeof (globalThis as { process?: { versions?: object } }).process?.versions === 'object';

/** The headers of every request that no option sets. */
const standardHeaders: Readonly<Record<string, string>> = {
  Accept: 'application/json',
  ...(isServer && { 'User-Agent': `cloud-cost-contract/${packageVersion}` }),
};
