import { deprecationHeaders, deprecations } from '../../src/contract/deprecations.js';
import type { OperationId } from '../../src/generated/operations.js';
import { successResponse } from '../http/envelope.js';
import type { Exchange, Handler } from '../http/exchange.js';
import { HttpError } from '../http/http-error.js';
import { readPrefer } from '../prism/prefer.js';
import type { TimeStamps } from '../session/clock.js';
import type { ReadCache } from '../session/read-cache.js';
import type { MockResponse, OperationHandler, OperationResponse } from '../types.js';

/** Produces responses: the dataset, the document's examples, or Prism. */
export type Engine = (exchange: Exchange) => MockResponse | Promise<MockResponse>;

/** Calls the engine and adds the headers of a deprecated operation. */
export function respond(engine: Engine): Handler {
  return async (exchange) => {
    const response = await engine(exchange);
    const notice = deprecations[exchange.matched.route.operation.operationId];
    return notice
      ? { ...response, headers: { ...response.headers, ...deprecationHeaders(notice) } }
      : response;
  };
}

/**
 * Creates an engine that calls the dataset's handlers, unless the `Prefer` header selects an example.
 *
 * @param examples handles `Prefer`, and operations without a handler
 */
export function datasetEngine(
  handlers: Readonly<Partial<Record<OperationId, OperationHandler>>>,
  examples: Engine,
  reads: ReadCache,
  stamps: TimeStamps,
): Engine {
  return (exchange) => {
    const { path, query, headers } = exchange.request;
    const { valid, matched } = exchange;
    const { isWrite, successStatus } = matched.route;
    const handler = handlers[valid.operationId];
    if (!handler || readPrefer(headers.prefer)) return examples(exchange);
    const call = () => successResponse(successStatus, dataOf(handler(valid)), stamps);
    if (!isWrite) return reads.get(`${path}?${query}`, call);
    reads.clear();
    return call();
  };
}

/** @throws {HttpError} a failure of the operation */
function dataOf(result: OperationResponse): unknown {
  if (!('failure' in result)) return result.data;
  const { status, code, message, details } = result.failure;
  throw new HttpError(code as HttpError['code'], message, { status, details });
}
