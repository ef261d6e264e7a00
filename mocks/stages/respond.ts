import { deprecationHeaders, deprecations } from '../../src/contract/deprecations.js';
import { successResponse } from '../http/envelope.js';
import type { Exchange, Handler } from '../http/exchange.js';
import { readPrefer } from '../prism/prefer.js';
import type { TimeStamps } from '../session/clock.js';
import type { ReadCache } from '../session/read-cache.js';
import type { MockResponse, OperationHandler } from '../types.js';

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
 * Creates an engine that calls the dataset, unless the `Prefer` header selects an example.
 *
 * @param examples handles `Prefer`
 */
export function datasetEngine(
  handler: OperationHandler,
  examples: Engine,
  reads: ReadCache,
  stamps: TimeStamps,
): Engine {
  return (exchange) => {
    const { path, query, headers } = exchange.request;
    const { valid, matched } = exchange;
    const { isWrite, successStatus } = matched.route;
    if (readPrefer(headers.prefer)) return examples(exchange);
    const call = () => successResponse(successStatus, handler(valid), stamps);
    if (!isWrite) return reads.get(`${path}?${query}`, call);
    reads.clear();
    return call();
  };
}
