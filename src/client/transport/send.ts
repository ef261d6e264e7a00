import type { FailedCall } from '../errors/call-error.js';
import type { Credentials } from './api-key.js';
import { type LastResponse, type RetryOptions, retry } from './retry.js';
import { type TransmitOptions, transmit } from './transmit.js';

/** Options of {@link send}. */
export interface SendOptions extends RetryOptions, Omit<TransmitOptions, 'redact' | 'call'> {
  readonly credentials: () => Credentials | Promise<Credentials>;
  /** The call, for errors. */
  readonly call: Omit<FailedCall, 'attempt'>;
  /** The only origin that receives the API key. */
  readonly origin: string;
}

/** The last response of a call, and what removes the API key from its body. */
export interface SentResponse extends LastResponse {
  readonly redact: Credentials['redact'];
}

/**
 * The `fetch` passed to openapi-fetch: adds the API key and retries. Retries are not middleware because openapi-fetch
 * middleware cannot repeat a request. The API key is not added by middleware because all middleware would see it. All
 * attempts of a call use the same API key: idempotency keys are scoped to the API key, so a write could run twice.
 */
export async function send(request: Request, options: SendOptions): Promise<SentResponse> {
  const { origin } = new URL(request.url);
  if (origin !== options.origin) {
    throw new TypeError(
      `The API key is only sent to ${options.origin}, but middleware or an option changed the origin to ${origin}.`,
    );
  }
  const { key, redact } = await options.credentials();
  const headers = new Headers(request.headers);
  headers.set('Authorization', `Bearer ${key}`);
  const body = await request.arrayBuffer();
  const init: RequestInit = { headers, redirect: 'manual', ...(body.byteLength && { body }) };
  const attemptOnce = (attempt: number) =>
    transmit(request, init, { ...options, redact, call: { ...options.call, attempt } });
  return { ...(await retry(attemptOnce, request, options)), redact };
}
