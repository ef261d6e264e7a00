import type { Layer } from '../layer.js';

const keyedMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Gives every write a key of its own, unless the caller chose one. It stands outside the retries, so
 * that each try of one call carries the same key and the write happens once.
 */
export function idempotencyKey(makeKey: () => string = () => crypto.randomUUID()): Layer {
  return (next) => async (request) => {
    if (keyedMethods.has(request.method) && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', makeKey());
    }
    return next(request);
  };
}
