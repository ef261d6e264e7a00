import type { Credentials } from './api-key.js';
import { redacted } from './redact.js';
import { type RetryOptions, retry } from './retry.js';
import { type TransmitOptions, transmit } from './transmit.js';

/** How a request is sent. */
export interface SendOptions extends RetryOptions, TransmitOptions {
  readonly credentials: () => Credentials | Promise<Credentials>;
  /** The only origin that receives the key. */
  readonly origin: string;
}

/**
 * The `fetch` of openapi-fetch: sends a request with the API key, and again where that may help. Retries are here
 * because openapi-fetch's middleware cannot repeat a request, and the key because each of them sees the final request.
 * One call has one key, however often it is attempted: idempotency keys belong to the API key, so with another one a
 * write could run twice.
 */
export async function send(request: Request, options: SendOptions): Promise<Response> {
  const { origin } = new URL(request.url);
  if (origin !== options.origin) {
    throw new TypeError(
      `The API key is only sent to ${options.origin}: a middleware or an option names ${origin}.`,
    );
  }
  const { key, redact } = await options.credentials();
  const headers = new Headers(request.headers);
  headers.set('Authorization', `Bearer ${key}`);
  const body = request.method === 'GET' ? new ArrayBuffer(0) : await request.arrayBuffer();
  const init = { headers, redirect: 'manual', ...(body.byteLength > 0 && { body }) } as const;
  return retry(() => redacted(redact, transmit(request, init, options)), request, options);
}
