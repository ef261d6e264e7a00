import { deprecationHeaders, deprecations } from '../../src/contract/deprecations.js';
import type { OperationId } from '../../src/generated/operations.js';
import type { TimeStamps } from '../clock.js';
import { jsonType, successBody } from '../envelope.js';
import type { Exchange, Handler } from '../exchange.js';
import { HttpError } from '../http-error.js';
import { readPrefer } from '../prism/prefer.js';
import type { ReadCache } from '../read-cache.js';
import type {
  DocumentedResponse,
  MockResponse,
  OperationHandler,
  OperationResponse,
  WrittenResponse,
} from '../types.js';

/** Produces responses: the dataset, the document's examples, or Prism. */
export type Engine = (exchange: Exchange) => EngineResponse | Promise<EngineResponse>;

export type EngineResponse = OperationResponse | WrittenResponse | DocumentedResponse;

/** Calls the engine and wraps its result in the envelope. */
export function respond(engine: Engine, stamps: TimeStamps): Handler {
  return async (exchange) => toResponse(await engine(exchange), exchange, stamps);
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
): Engine {
  return (exchange) => {
    const { path, query, headers } = exchange.request;
    const { valid, matched } = exchange;
    const handler = handlers[valid.operationId];
    if (!handler || readPrefer(headers.prefer)) return examples(exchange);
    if (!matched.route.isWrite) return reads.get(`${path}?${query}`, () => handler(valid));
    const response = handler(valid);
    reads.clear();
    return response;
  };
}

function toResponse(result: EngineResponse, exchange: Exchange, stamps: TimeStamps): MockResponse {
  const { route } = exchange.matched;
  if ('failure' in result) {
    const { status, code, message, details } = result.failure;
    throw new HttpError(code as HttpError['code'], message, { status, details });
  }
  const headers: Record<string, string> = {
    'Content-Type': jsonType,
    ...('body' in result ? undefined : result.headers),
  };
  const notice = deprecations[route.operation.operationId];
  if (notice) Object.assign(headers, deprecationHeaders(notice));
  if ('envelope' in result) {
    return { status: result.status, headers, body: JSON.stringify(result.envelope) };
  }
  const body = 'body' in result ? result.body : successBody(result.data, stamps);
  return { status: route.successStatus, headers, body };
}
