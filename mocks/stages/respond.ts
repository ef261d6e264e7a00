import { deprecationHeaders, deprecations } from '../../src/contract/deprecations.js';
import type { TimeStamps } from '../clock.js';
import type { Exchange, Handler } from '../exchange.js';
import { andThen } from '../maybe-promise.js';
import { Refusal } from '../refusal.js';
import type {
  DocumentedAnswer,
  MaybePromise,
  MockResponse,
  OperationAnswer,
  WrittenAnswer,
} from '../types.js';

export const jsonType = 'application/json; charset=utf-8';

/** Whatever knows the answers: the world, or the document's examples. */
export type Engine = (exchange: Exchange) => MaybePromise<EngineAnswer>;

export type EngineAnswer = OperationAnswer | WrittenAnswer | DocumentedAnswer;

/** Asks the engine, and puts the envelope around what it says. */
export function respond(engine: Engine, stamps: TimeStamps): Handler {
  return (exchange) => andThen(engine(exchange), (answer) => toResponse(answer, exchange, stamps));
}

function toResponse(answer: EngineAnswer, exchange: Exchange, stamps: TimeStamps): MockResponse {
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

/** The envelope of a success around its data. */
export function successBody(data: unknown, stamps: TimeStamps): string {
  return `{"success":true,"timestamp":"${stamps.timestamp()}","data":${JSON.stringify(data)}}`;
}
