import { deprecationHeaders, deprecations } from '../../src/contract/deprecations.js';
import { successResponse } from '../http/envelope.js';
import type { Handler } from '../http/exchange.js';
import { readPrefer } from '../prism/prefer.js';
import type { TimeStamps } from '../session/clock.js';
import type { ReadCache } from '../session/read-cache.js';
import type { OperationHandler } from '../types.js';

/** Calls the engine (the dataset, the document's examples, or Prism) and adds the headers of a deprecated operation. */
export function respond(engine: Handler): Handler {
  return (exchange) => {
    const notice = deprecations[exchange.matched.route.operation.operationId];
    return notice ? withNotice(engine(exchange), deprecationHeaders(notice)) : engine(exchange);
  };
}

async function withNotice(responding: ReturnType<Handler>, notice: Record<string, string>) {
  const response = await responding;
  return { ...response, headers: { ...response.headers, ...notice } };
}

/**
 * Creates an engine that calls the dataset, unless the `Prefer` header selects an example.
 *
 * @param examples handles `Prefer`
 */
export function datasetEngine(
  handler: OperationHandler,
  examples: Handler,
  reads: ReadCache,
  stamps: TimeStamps,
): Handler {
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
