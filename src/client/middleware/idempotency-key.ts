import type { Middleware } from 'openapi-fetch';
import { makeUuid } from './make-uuid.js';

/** The header that identifies a write. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/**
 * Adds an idempotency key to a write unless the caller provides one. All attempts of a call send the same key, so the
 * write runs once.
 *
 * @param chosen the key that the caller passed as an option
 */
export function idempotencyKey(chosen: string | undefined): Middleware {
  return {
    onRequest({ request }) {
      if (!['POST', 'PUT', 'PATCH'].includes(request.method)) return;
      if (chosen === undefined && request.headers.has(idempotencyKeyHeader)) return;
      request.headers.set(idempotencyKeyHeader, chosen ?? makeUuid());
    },
  };
}
