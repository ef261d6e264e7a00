import { ConnectionError } from '../errors/connection-error.js';
import { ResponseTooLargeError } from '../errors/response-too-large-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.js';
import { readBody } from './read-body.js';
import { wholeResponse } from './whole-response.js';

/** Sends a request, such as the runtime's `fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

/** Options of {@link transmit}. */
export interface TransmitOptions {
  readonly fetch: Fetch;
  /** Milliseconds, including the response body. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
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
  { fetch, timeoutMs, maxResponseBytes }: TransmitOptions,
): Promise<Response> {
  const stop = new AbortController();
  const giveUp = () => stop.abort(request.signal.reason);
  const timer = setTimeout(
    () => stop.abort(new TimeoutError(timeoutMs)),
    Math.min(timeoutMs, longestTimerMs),
  );
  request.signal.addEventListener('abort', giveUp);
  try {
    const sent = new Request(request, { ...init, signal: stop.signal });
    return await Promise.race([exchange(fetch, sent, maxResponseBytes), rejection(stop.signal)]);
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    if (error instanceof ResponseTooLargeError || error instanceof UnexpectedResponseError) throw error;
    throw new ConnectionError(request.url, error);
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', giveUp);
  }
}

async function exchange(fetch: Fetch, request: Request, maxBytes: number): Promise<Response> {
  const response = await fetch(request);
  const { status } = response;
  if (status < 200 || (status >= 300 && status <= 399) || status > 599) {
    response.body?.cancel?.().catch(() => {});
    throw new UnexpectedResponseError(status);
  }
  const body = await readBody(response, maxBytes);
  return wholeResponse(body.length > 0 ? body : null, response);
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}
