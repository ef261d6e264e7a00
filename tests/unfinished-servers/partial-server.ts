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
  return async (request) => {
    const operation = matchOperation(request.method, request.path);
    if (operation && implemented.includes(operation.operationId)) return whole(request);
    if (operation && status !== 404) return { status, headers: {}, body: '' };
    const response = await whole(operation ? { ...request, path: '/api/v1/no-such-route' } : request);
    // The mock suggests the nearest path of the whole API, so that operations would change each other's responses.
    return { ...response, body: response.body.replace(/ Did you mean [^?]+\?/, '') };
  };
}
