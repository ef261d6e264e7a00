import { isRetryableStatus } from '../../contract/errors.js';
import { ConnectionError } from '../errors/connection-error.js';
import { TimeoutError } from '../errors/timeout-error.js';
import { idempotencyKeyHeader } from '../middleware/idempotency-key.js';
import { retryDelay } from './retry-delay.js';

/** One attempt of a call. Never contains the API key. */
export interface AttemptEvent {
  readonly method: string;
  /** The path template, such as `/api/v1/commitments/detail/{commitment_id}`. */
  readonly path: string;
  readonly url: string;
  /** The number of the attempt within its call, counted from 1. */
  readonly attempt: number;
  /** The status of the response, or null if there was none. */
  readonly status: number | null;
  /** The `X-Request-Id` of the response, or null. */
  readonly requestId: string | null;
  readonly durationMs: number;
  /** Milliseconds until the next attempt, or null if this is the last one. */
  readonly retryInMs: number | null;
  /** The error, if there was no response. */
  readonly error?: unknown;
}

/** Waits. Rejects with the signal's reason if the signal aborts. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Options of {@link retry}. */
export interface RetryOptions {
  /** The path template. */
  readonly path: string;
  /** Number of retries. */
  readonly retries: number;
  readonly onAttempt?: ((event: AttemptEvent) => void) | undefined;
  readonly sleep?: Sleep | undefined;
}

/** The last response of a call, and the number of its attempt, counted from 1. */
export interface LastResponse {
  readonly response: Response;
  readonly attempt: number;
}

/** Makes an attempt, and retries it while it may still succeed. */
export async function retry(
  attemptOnce: (attempt: number) => Promise<Response>,
  request: Request,
  options: RetryOptions,
): Promise<LastResponse> {
  const { path, retries, onAttempt, sleep = wait } = options;
  const { method, url, signal } = request;
  const allowed = isSafeToRepeat(request) ? retries : 0;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const started = performance.now();
    let response: Response | undefined;
    let error: unknown;
    try {
      response = await attemptOnce(attempt);
    } catch (reason) {
      error = reason;
    }
    const durationMs = performance.now() - started;
    const retryInMs =
      attempt <= allowed && (await isRetryable(response, error))
        ? retryDelay({
            attempt,
            retryAfter: response?.headers.get('retry-after') ?? null,
            random: Math.random(),
            now: Date.now(),
          })
        : null;
    const { status = null } = Object(response ?? error) as { status?: number };
    const requestId = response?.headers.get('x-request-id') ?? null;
    onAttempt?.({
      ...{ method, path, url, attempt, status, requestId, durationMs, retryInMs },
      ...(!response && { error }),
    });
    if (retryInMs !== null) await sleep(retryInMs, signal);
    else if (response) return { response, attempt };
    else throw error;
  }
}

/** Whether a request is a read, or a write whose idempotency key prevents a second run. */
function isSafeToRepeat({ method, headers }: Request): boolean {
  return ['GET', 'HEAD'].includes(method) || (method !== 'DELETE' && headers.has(idempotencyKeyHeader));
}

async function isRetryable(response: Response | undefined, error: unknown): Promise<boolean> {
  if (!response) return error instanceof ConnectionError || error instanceof TimeoutError;
  if (response.status !== 409) return isRetryableStatus(response.status);
  // A conflict with a request in flight resolves itself; a stale version does not.
  return !/"reason"\s*:\s*"stale_version"/.test(await response.clone().text());
}

/** Waits, or returns at once if the signal aborts. */
function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(stop, milliseconds);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });
}
