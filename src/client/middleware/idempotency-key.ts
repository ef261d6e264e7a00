import type { Middleware } from 'openapi-fetch';
import { makeUuid } from './make-uuid.js';

/** The header that names a write. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/**
 * Gives a write an idempotency key, unless the caller chose one. Each attempt of one call carries the same key, so the
 * write happens once.
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
