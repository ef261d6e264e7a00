import { matchOperation } from '../../conformance/suite/run.js';
import type { OperationId } from '../../src/generated/operations.js';
import type { Handler } from '../support/serve.js';

/** How a server responds to an operation that it does not implement. */
export const missingStatuses = [404, 405, 501] as const;

/**
 * A server with some of the operations of a whole one.
 *
 * @param status of every other operation; 404 is the response of the whole server to an unknown route
 */
export function createPartialServer(
  whole: Handler,
  implemented: readonly OperationId[],
  status: (typeof missingStatuses)[number],
): Handler {
  return (request) => {
    const operation = matchOperation(request.method, request.path);
    if (!operation || implemented.includes(operation.operationId)) return whole(request);
    if (status === 404) return whole({ ...request, path: '/api/v1/no-such-route' });
    return { status, headers: {}, body: '' };
  };
}
