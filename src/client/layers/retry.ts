import { isRetryableStatus } from '../../contract/errors.js';
import { TimeoutError } from '../errors/timeout-error.js';
import type { Layer } from '../layer.js';
import { retryDelay } from './retry-delay.js';

/** How often and how patiently to try again. */
export interface RetryOptions {
  /** Tries after the first. */
  readonly retries: number;
  /** Waits, and rejects when the signal aborts; injected by tests. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** A number from 0 up to 1, for jitter. */
  readonly random?: () => number;
  /** The present moment in milliseconds since 1970. */
  readonly now?: () => number;
}

/** Tries again what may succeed the next time: see {@link isSafeToRepeat} and `isRetryableStatus`. */
export function retry({ retries, sleep = wait, random = Math.random, now = Date.now }: RetryOptions): Layer {
  return (next) => async (request) => {
    const allowed = isSafeToRepeat(request) ? retries : 0;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await tryOnce(() => next(attempt < allowed ? request.clone() : request));
      if (attempt >= allowed || request.signal.aborted || !isRetryable(outcome)) {
        if ('error' in outcome) throw outcome.error;
        return outcome.response;
      }
      const retryAfter = 'response' in outcome ? outcome.response.headers.get('Retry-After') : null;
      await sleep(retryDelay({ attempt, retryAfter, random: random(), now: now() }), request.signal);
    }
  };
}

type Outcome = { readonly response: Response } | { readonly error: unknown };

async function tryOnce(send: () => Promise<Response>): Promise<Outcome> {
  try {
    return { response: await send() };
  } catch (error) {
    return { error };
  }
}

/** A read, or a write whose key keeps a second run from happening. */
function isSafeToRepeat(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD' || request.headers.has('Idempotency-Key');
}

function isRetryable(outcome: Outcome): boolean {
  if ('response' in outcome) return isRetryableStatus(outcome.response.status);
  // fetch reports every failure of the network as a TypeError.
  return outcome.error instanceof TypeError || outcome.error instanceof TimeoutError;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
