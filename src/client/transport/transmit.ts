import type { FailedCall } from '../errors/call-error.js';
import { ConnectionError } from '../errors/connection-error.js';
import { HttpError } from '../errors/http-error.js';
import { ResponseTooLargeError } from '../errors/response-too-large-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.js';
import { readBody } from './read-body.js';
import { type Redact, redactHeaders } from './redact.js';
import { wholeResponse } from './whole-response.js';

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
  /** Removes the API key from the headers of a response that an error contains. */
  readonly redact?: Redact;
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
  const { fetch, timeoutMs, call } = options;
  const stop = new AbortController();
  const giveUp = () => stop.abort(request.signal.reason);
  const timer = setTimeout(
    () => stop.abort(new TimeoutError(timeoutMs, call)),
    Math.min(timeoutMs, longestTimerMs),
  );
  request.signal.addEventListener('abort', giveUp);
  try {
    const send = () => fetch(...argumentsOf(request, { ...init, signal: stop.signal }));
    return await Promise.race([exchange(send, options), rejection(stop.signal)]);
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    if (error instanceof HttpError) throw error;
    throw new ConnectionError(request.url, error, call);
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', giveUp);
  }
}

function argumentsOf(request: Request, init: RequestInit): [Request, RequestInit] {
  const { url, method } = request;
  // Classes of other packages read it as a URL, which `init` completes.
  const sent = Object.assign(new Request(request, init), { toString: () => url });
  return [sent, { method, ...init }];
}

async function exchange(
  send: () => Promise<Response>,
  { maxResponseBytes, call, redact }: TransmitOptions,
): Promise<Response> {
  const response = await send();
  const { status } = response;
  const failed = () => ({ status, headers: redactHeaders(response.headers, redact), body: '' });
  if (status < 200 || (status >= 300 && status <= 399) || status > 599) {
    response.body?.cancel?.().catch(() => {});
    throw new UnexpectedResponseError(failed(), call);
  }
  const tooLarge = (limit: number) => new ResponseTooLargeError(failed(), limit, call);
  const body = await readBody(response, maxResponseBytes, tooLarge);
  return wholeResponse(body.length > 0 ? body : null, response);
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}
