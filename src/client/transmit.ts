import { ConnectionError } from './errors/connection-error.js';
import { ResponseTooLargeError } from './errors/response-too-large-error.js';
import { TimeoutError } from './errors/timeout-error.js';
import type { Fetch, ReceivedAnswer, Send } from './layer.js';
import { readBody } from './read-body.js';

/** Bytes that a body may have by default: lists without pages are large, 85 MB in the mock's large scenario. */
const defaultMaxBytes = 128 * 1_048_576;

/** The longest that a timer can wait; more would be taken for nothing. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Makes one try and reads its answer to the end, so that one which never ends counts as late. Whoever
 * waits is told at once that time is up, even by a `fetch` that does not heed its signal.
 *
 * @throws {TimeoutError} when the answer is not complete in time
 * @throws {ResponseTooLargeError} when its body is too large
 * @throws {ConnectionError} when it does not come, or not whole
 * @throws the caller's reason when the caller gives up
 */
export function transmit(fetch: Fetch, timeoutMs: number, maxBytes = defaultMaxBytes): Send {
  return ({ method, url, headers, body, options }) =>
    new Promise<ReceivedAnswer>((resolve, reject) => {
      const { signal, timeoutMs: limit = timeoutMs, maxResponseBytes = maxBytes } = options;
      const stop = new AbortController();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const abandon = (reason: unknown) => {
        end();
        reject(reason);
        stop.abort(reason);
      };
      const giveUp = () => abandon(signal?.reason);
      const timer = setTimeout(() => abandon(new TimeoutError(limit)), Math.min(limit, longestTimerMs));
      signal?.addEventListener('abort', giveUp);

      const init = { method, headers, redirect: 'manual', signal: stop.signal } as const;
      exchange(fetch, url, body === undefined ? init : { ...init, body }, maxResponseBytes).then(
        (answer) => {
          end();
          resolve(answer);
        },
        (error) => {
          end();
          reject(error instanceof ResponseTooLargeError ? error : new ConnectionError(url, error));
        },
      );
    });
}

async function exchange(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  maxBytes: number,
): Promise<ReceivedAnswer> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: await readBody(response, maxBytes) };
}
