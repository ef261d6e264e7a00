import type { CompleteExchange } from '../../../conformance/engine/http/exchange.js';
import type { OperationId } from '../../../src/generated/operations.js';

/** A read of an operation with a JSON response. */
export function exchangeOf(operationId: OperationId, json: unknown, status = 200): CompleteExchange {
  return {
    operationId,
    as: 'caller',
    undocumented: false,
    request: { method: 'GET', url: '', path: '', query: [], headers: {}, body: null },
    response: { status, headers: {}, body: '', json, durationMs: 1, repeatsKey: false },
    failure: null,
  };
}
