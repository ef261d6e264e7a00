import type { OperationId } from '../src/generated/operations.js';
import type { TimeStamps } from './clock.js';
import { andThen } from './maybe-promise.js';
import { readPrefer } from './prism/prefer.js';
import type { ReadCache } from './read-cache.js';
import { type Engine, type EngineAnswer, successBody } from './stages/respond.js';
import type { OperationAnswer, OperationHandler } from './types.js';

/**
 * The world answers, unless the caller prefers an example of the document.
 *
 * @param handlers what the world can answer; the rest comes from the examples too
 * @param examples what answers from the document
 * @param cache what keeps reads until they may have changed
 * @param stamps tell the time in what is kept, which holds for its second
 */
export function worldEngine(
  handlers: Readonly<Partial<Record<OperationId, OperationHandler>>>,
  examples: Engine,
  cache: ReadCache,
  stamps: TimeStamps,
): Engine {
  return (exchange) => {
    const { prefer } = exchange.request.headers;
    if (prefer !== undefined && readPrefer(prefer)) return examples(exchange);
    const handler = handlers[exchange.valid.operationId];
    if (!handler) return examples(exchange);
    if (exchange.matched.route.isWrite) {
      return andThen(handler(exchange.valid), (answer) => {
        cache.clear();
        return answer;
      });
    }
    const { path, query } = exchange.request;
    const name = `${path}?${query}`;
    const known = cache.get(name);
    if (known !== undefined) return { body: known };
    const answer = handler(exchange.valid);
    // What took a while may be older than a write that happened meanwhile.
    return answer instanceof Promise ? answer : written(answer, stamps, (body) => cache.set(name, body));
  };
}

/** Only plain data is kept; a failure or a header is rare enough to be made again. */
function written(answer: OperationAnswer, stamps: TimeStamps, keep: (body: string) => void): EngineAnswer {
  if ('failure' in answer || answer.headers) return answer;
  const body = successBody(answer.data, stamps);
  keep(body);
  return { body };
}
