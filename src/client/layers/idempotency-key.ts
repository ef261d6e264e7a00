import type { Layer } from '../layer.js';
import { makeUuid } from './make-uuid.js';

/** The header, as the requests of this client name it. */
export const idempotencyKeyHeader = 'idempotency-key';

/**
 * Gives every write a key of its own, unless the caller chose one. It stands outside the retries, so
 * that each try of one call carries the same key and the write happens once.
 */
export function idempotencyKey(): Layer {
  return (next) => (request) => {
    const { method, headers, options } = request;
    if (method !== 'POST' && method !== 'PUT') return next(request);
    const key = options.idempotencyKey ?? headers[idempotencyKeyHeader] ?? makeUuid();
    return next({ ...request, headers: { ...headers, [idempotencyKeyHeader]: key } });
  };
}
