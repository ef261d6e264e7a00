import { isRetryableStatus } from '../../contract/errors.js';
import { ConnectionError } from '../errors/connection-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import type { Layer, OutgoingRequest, ReceivedAnswer } from '../layer.js';
import { idempotencyKeyHeader } from './idempotency-key.js';
import { retryDelay } from './retry-delay.js';

/** What a hook may see of one try: never the key. */
export interface TryReport {
  readonly method: string;
  /** The path as the contract writes it, such as `/api/v1/commitments/detail/{commitment_id}`. */
  readonly path: string;
  readonly url: string;
  /** Which try of its call this was, counted from 1. */
  readonly attempt: number;
  /** The status of the answer, or null where none came. */
  readonly status: number | null;
  /** The service's name for this exchange, where it gave one. */
  readonly requestId: string | null;
  readonly durationMs: number;
  /** How long the client waits before it tries again; null when this was the last try. */
  readonly retryInMs: number | null;
  /** Why no answer came. */
  readonly error?: unknown;
}

/** Waits, and rejects with its reason when the signal aborts. */
export type Pause = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** How often and how patiently to try again. */
export interface RetryOptions {
  /** Tries after the first, unless the call says otherwise. */
  readonly retries: number;
  /** Told of every try. */
  readonly onTry?: ((report: TryReport) => void) | undefined;
  readonly pause?: Pause | undefined;
  /** A number from 0 up to 1, for jitter. */
  readonly random?: () => number;
  /** The present moment in milliseconds since 1970. */
  readonly now?: () => number;
}

type Outcome = { readonly answer: ReceivedAnswer } | { readonly error: unknown };

/** Tries again what may succeed the next time. */
export function retry(options: RetryOptions): Layer {
  const { retries, onTry, pause = wait, random = Math.random, now = Date.now } = options;
  return (next) => async (request) => {
    const { signal, retries: own = retries } = request.options;
    const allowed = isSafeToRepeat(request) ? own : 0;
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const started = onTry && performance.now();
      const outcome: Outcome = await next(request).then(
        (answer) => ({ answer }),
        (error) => ({ error }),
      );
      const header = (name: string) => ('answer' in outcome ? outcome.answer.headers.get(name) : null);
      const retryInMs =
        attempt <= allowed && isRetryable(outcome)
          ? retryDelay({ attempt, retryAfter: header('retry-after'), random: random(), now: now() })
          : null;
      if (started !== undefined) {
        onTry?.({
          method: request.method,
          path: request.path,
          url: request.url,
          attempt,
          status: 'answer' in outcome ? outcome.answer.status : null,
          requestId: header('x-request-id'),
          durationMs: performance.now() - started,
          retryInMs,
          ...('error' in outcome && outcome),
        });
      }
      if (retryInMs === null) {
        if ('error' in outcome) throw outcome.error;
        return outcome.answer;
      }
      await pause(retryInMs, signal);
    }
  };
}

/** A read, or a write whose key keeps a second run from happening. */
function isSafeToRepeat({ method, headers }: OutgoingRequest): boolean {
  return method === 'GET' || (method !== 'DELETE' && idempotencyKeyHeader in headers);
}

function isRetryable(outcome: Outcome): boolean {
  if ('error' in outcome) {
    return outcome.error instanceof ConnectionError || outcome.error instanceof TimeoutError;
  }
  const { status, body } = outcome.answer;
  // A conflict that is in flight passes; a version that is stale stays so.
  return isRetryableStatus(status) && !(status === 409 && /"reason"\s*:\s*"stale_version"/.test(body));
}

function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
