import { deprecationHeaders, deprecations } from '../../src/contract/deprecations.js';
import type { OperationId } from '../../src/generated/operations.js';
import type { TimeStamps } from '../clock.js';
import { jsonType, successBody } from '../envelope.js';
import type { Exchange, Handler } from '../exchange.js';
import { readPrefer } from '../prism/prefer.js';
import type { ReadCache } from '../read-cache.js';
import { Refusal } from '../refusal.js';
import type {
  DocumentedResponse,
  MockResponse,
  OperationHandler,
  OperationResponse,
  WrittenResponse,
} from '../types.js';

/** Whatever knows the responses: the dataset, or the document's examples. */
export type Engine = (exchange: Exchange) => EngineResponse | Promise<EngineResponse>;

export type EngineResponse = OperationResponse | WrittenResponse | DocumentedResponse;

/** Calls the engine, and puts the envelope around what it returns. */
export function respond(engine: Engine, stamps: TimeStamps): Handler {
  return async (exchange) => toResponse(await engine(exchange), exchange, stamps);
}

/**
 * The dataset responds, unless the caller prefers an example of the document.
 *
 * @param handlers of the operations; the examples respond to those that have none
 * @param examples responds from the document
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
    const answer = handler(valid);
    reads.clear();
    return answer;
  };
}

function toResponse(answer: EngineResponse, exchange: Exchange, stamps: TimeStamps): MockResponse {
  const { route } = exchange.matched;
  if ('failure' in answer) {
    const { status, code, message, details } = answer.failure;
    throw new Refusal(code as Refusal['code'], message, { status, details });
  }
  const headers: Record<string, string> = {
    'Content-Type': jsonType,
    ...('body' in answer ? undefined : answer.headers),
  };
  const notice = deprecations[route.operation.operationId];
  if (notice) Object.assign(headers, deprecationHeaders(notice));
  if ('envelope' in answer) {
    return { status: answer.status, headers, body: JSON.stringify(answer.envelope) };
  }
  const body = 'body' in answer ? answer.body : successBody(answer.data, stamps);
  return { status: route.successStatus, headers, body };
}
