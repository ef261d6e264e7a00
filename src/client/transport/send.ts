import type { OperationId } from '../methods/operation-types.js';
import type { Credentials } from './api-key.js';
import { redacted } from './redact.js';
import { type LastResponse, type RetryOptions, retry } from './retry.js';
import { type TransmitOptions, transmit } from './transmit.js';

/** Options of {@link send}. */
export interface SendOptions extends RetryOptions, TransmitOptions {
  readonly credentials: () => Credentials | Promise<Credentials>;
  /** The operation of the call, for errors. */
  readonly operation: OperationId | null;
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
  const { operation, path } = options;
  const { origin } = new URL(request.url);
  if (origin !== options.origin) {
    throw new TypeError(
      `The API key is only sent to ${options.origin}, but middleware or an option changed the origin to ${origin}.`,
    );
  }
  const { key, redact } = await options.credentials();
  const headers = new Headers(request.headers);
  headers.set('Authorization', `Bearer ${key}`);
  const body = request.method === 'GET' ? new ArrayBuffer(0) : await request.arrayBuffer();
  const init = { headers, redirect: 'manual', ...(body.byteLength > 0 && { body }) } as const;
  const callOf = (attempt: number) => ({ operation, method: request.method, path, attempt });
  const attemptOnce = (attempt: number) =>
    redacted(redact, transmit(request, init, { ...options, redact, call: callOf(attempt) }));
  return { ...(await retry(attemptOnce, request, options)), redact };
}
