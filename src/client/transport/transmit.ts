import type { FailedCall } from '../errors/call-error.js';
import { ConnectionError } from '../errors/connection-error.js';
import { HttpError } from '../errors/http-error.js';
import { ResponseTooLargeError } from '../errors/response-too-large-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.js';
import { readBody } from './read-body.js';
import type { Redact } from './redact-key.js';

/**
 * Sends a request, such as the runtime's `fetch`.
 *
 * @param request its `String(request)` is the URL
 * @param init what `request` contains besides its URL, for functions that only accept their own `Request`, such as `fetch`
 *   of the npm package undici
 */
export type Fetch = (request: Request, init?: RequestInit) => Promise<Response>;

/** Options of {@link transmit}. */
export interface TransmitOptions {
  readonly fetch: Fetch;
  /** Milliseconds, including the response body. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  /** The call and its attempt, for errors. */
  readonly call?: FailedCall;
  /** Removes the API key from everything that may end up in an error or a log. */
  readonly redact: Redact;
}

/** The maximum delay of a timer; longer delays would fire immediately. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Makes one attempt and reads the whole response body within the timeout. Settles immediately when the time is up or the
 * caller's signal aborts, even if `fetch` ignores its signal.
 *
 * @param init replaces the headers and the body of `request`
 * @throws {TimeoutError} if the response is not complete in time
 * @throws {ConnectionError} if the response is missing or incomplete
 * @throws {ResponseTooLargeError} if the body is too large
 * @throws {UnexpectedResponseError} if the response is a redirect or its status is invalid
 * @throws the reason of the caller's signal if it aborts
 */
export async function transmit(
  request: Request,
  init: RequestInit,
  options: TransmitOptions,
): Promise<Response> {
  const { fetch, timeoutMs, call, redact } = options;
  const { url, method, signal } = request;
  const stop = new AbortController();
  const giveUp = () => stop.abort(signal.reason);
  const timer = setTimeout(
    () => stop.abort(new TimeoutError(timeoutMs, call)),
    Math.min(timeoutMs, longestTimerMs),
  );
  signal.addEventListener('abort', giveUp);
  try {
    const attempt = { ...init, signal: stop.signal };
    // Classes of other packages read it as a URL, which `attempt` completes.
    const sent = Object.assign(new Request(request, attempt), { toString: () => url });
    return await Promise.race([
      receive(fetch(sent, { method, ...attempt }), options),
      new Promise<never>((_, reject) =>
        stop.signal.addEventListener('abort', () => reject(stop.signal.reason)),
      ),
    ]);
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    if (error instanceof HttpError) throw error;
    throw new ConnectionError(url, error, call, redact);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

/** Reads a response. Its headers, and the body of an error, do not contain the API key. */
async function receive(
  received: Promise<Response>,
  { maxResponseBytes, call, redact }: TransmitOptions,
): Promise<Response> {
  const response = await received;
  const { ok, status, statusText, url } = response;
  const headers = redactHeaders(response.headers, redact);
  const failed = { status, headers, body: '' };
  if (status < 200 || (status >= 300 && status <= 399) || status > 599) {
    response.body?.cancel?.().catch(() => {});
    throw new UnexpectedResponseError(failed, call);
  }
  const tooLarge = (limit: number) => new ResponseTooLargeError(failed, limit, call);
  const bytes = await readBody(response, maxResponseBytes, tooLarge);
  // As bytes, because a string would add a content type.
  const body = ok ? bytes : new TextEncoder().encode(redactBody(new TextDecoder().decode(bytes), redact));
  const whole = new Response(body.length > 0 ? body : null, { status, statusText, headers });
  return Object.defineProperty(whole, 'url', { value: url });
}

/** Returns headers whose values do not contain the API key. */
function redactHeaders(headers: Headers, redact: Redact): Headers {
  return new Headers([...headers].map(([name, value]): [string, string] => [name, redact(value)]));
}

/** Redacts the strings of JSON one by one, so that the result is still JSON. */
function redactBody(body: string, redact: Redact): string {
  let text = body;
  try {
    const parsed = JSON.parse(body, (_name, value: unknown) =>
      typeof value === 'string' ? redact(value) : value,
    );
    text = JSON.stringify(parsed);
  } catch {
    // Another format is redacted as a whole.
  }
  return redact(text);
}
