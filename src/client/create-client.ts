import { defaultRetries } from '../contract/limits.js';
import { checkBaseUrl } from './base-url.js';
import type { Call, InitOf, ItemOf, Method, PagedPath, WriteOptions } from './call.js';
import { checkOptions } from './check-options.js';
import { type Fetch, type Layer, stack } from './layer.js';
import { type ApiKey, authenticate, checkApiKey } from './layers/authenticate.js';
import { idempotencyKey } from './layers/idempotency-key.js';
import { redact } from './layers/redact.js';
import { type Pause, retry, type TryReport } from './layers/retry.js';
import { type NamedMethods, namedMethods } from './named-methods.js';
import { operationUrl, type UrlParameters } from './operation-url.js';
import { pagedAnswer } from './paged-answer.js';
import { type Page, pages, walkingPageSize } from './pages.js';
import { transmit } from './transmit.js';
import { unwrap } from './unwrap.js';

/** How a client reaches the service. */
export interface ClientOptions {
  /** Scheme, host and port of the service; `https`, or `http` on this machine. */
  readonly baseUrl: string;
  /** Lets `http` go to other machines as well, such as a mock in a network of containers; the key goes in the clear. */
  readonly insecure?: boolean;
  /** The API key, or a function that is asked for it before each call. */
  readonly apiKey: ApiKey;
  /** Attempts after the first, for reads and keyed writes, at most 10 (default: 2). */
  readonly retries?: number;
  /** Milliseconds for one try, its body included (default: 30,000). */
  readonly timeoutMs?: number;
  /** Bytes that the body of a response may have (default: 134,217,728, which is 128 MiB). */
  readonly maxResponseBytes?: number;
  /** What sends the requests (default: the runtime's `fetch`). */
  readonly fetch?: Fetch;
  /** Told of every try, for logs; never sees the key. What it throws, the call throws. */
  readonly onTry?: (report: TryReport) => void;
  /** Looks at every successful answer before it is handed over: see `cloud-cost-contract/validators`. */
  readonly validate?: AnswerCheck;
  /** Waits between tries (default: a timer); a test need not. */
  readonly pause?: Pause;
  /** Layers of your own, outside all others. They do not see the key. */
  readonly layers?: readonly Layer[];
}

/** A successful answer, and the operation it belongs to. */
export interface CheckedAnswer {
  readonly method: string;
  /** The path as the contract writes it, such as `/api/v1/commitments/detail/{commitment_id}`. */
  readonly path: string;
  readonly status: number;
  /** The parsed body, its envelope included. */
  readonly body: unknown;
}

/** Refuses an answer by throwing. */
export type AnswerCheck = (answer: CheckedAnswer) => void;

/** Calls the service, by name or by path, with the types of the contract; answers are out of their envelope. */
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

/** What is said of one call: parameters, body and options. */
interface CallInit extends WriteOptions {
  readonly params?: UrlParameters & { readonly header?: Readonly<Record<string, string>> };
  readonly body?: unknown;
}

/**
 * Makes a client.
 *
 * @throws {TypeError} when the base URL or the key cannot be used
 * @example
 * ```ts
 * import { createClient } from 'cloud-cost-contract';
 *
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test_caller' });
 * const { rows } = await client.commitments.inventory({ instrument: 'ri', state: 'active' });
 * for (const row of rows) console.log(row.id, row.state);
 * for await (const commitment of client.commitments.list({ kind: 'savings_plan' })) console.log(commitment.id);
 * console.log(await client.GET('/api/v1/providers'));
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey, validate } = options;
  const baseUrl = checkBaseUrl(options.baseUrl, options.insecure);
  if (typeof apiKey !== 'function') checkApiKey(apiKey);
  checkOptions(options);
  const send = stack(
    [
      ...(options.layers ?? []),
      authenticate(apiKey),
      idempotencyKey(),
      retry({ retries: options.retries ?? defaultRetries, onTry: options.onTry, pause: options.pause }),
      redact(),
    ],
    transmit(
      options.fetch ?? ((url, init) => fetch(url, init)),
      options.timeoutMs ?? 30_000,
      options.maxResponseBytes,
    ),
  );

  const call = async (verb: Method, path: string, { params = {}, body, ...own }: CallInit = {}) => {
    checkOptions(own);
    const method = verb.toUpperCase();
    const answer = await send({
      method,
      path,
      url: operationUrl(baseUrl, path, params),
      headers: headersOf(body, params.header, own.headers),
      body: body === undefined ? body : JSON.stringify(body),
      options: own,
    });
    const envelope = unwrap(answer);
    validate?.({ method, path, status: answer.status, body: envelope });
    return envelope.data;
  };
  const by = (method: Method) => (path: string, init?: object) => call(method, path, init);

  const walk = (path: string, init: CallInit = {}) =>
    pages(
      path,
      (page) => {
        const query = { page_size: walkingPageSize, ...init.params?.query, page };
        return call('get', path, { ...init, params: { ...init.params, query } }) as Promise<Page<any>>;
      },
      (init.params?.query?.page as number | undefined) ?? 1,
    );

  return {
    ...namedMethods(({ method, path, paged }, init) => {
      const answer = () => call(method, path, init);
      return paged ? pagedAnswer(answer, () => walk(path, init)) : answer();
    }),
    GET: by('get') as Call<'get'>,
    PUT: by('put') as Call<'put'>,
    POST: by('post') as Call<'post'>,
    DELETE: by('delete') as Call<'delete'>,
    items: (path, ...[init]) => walk(path, init),
  };
}

function headersOf(
  body: unknown,
  ...given: (Readonly<Record<string, string>> | undefined)[]
): Record<string, string> {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  for (const own of given) {
    for (const name in own) headers[name.toLowerCase()] = own[name] as string;
  }
  return headers;
}
