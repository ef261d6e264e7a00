import type { OperationId } from '../src/generated/operations.js';
import { readPrefer } from './prism/prefer.js';
import type { Engine } from './stages/respond.js';
import type { OperationHandler } from './types.js';

/**
 * The world answers, unless the caller prefers an example of the document.
 *
 * @param handlers what the world can answer; the rest comes from the examples too
 */
export function worldEngine(
  handlers: Readonly<Partial<Record<OperationId, OperationHandler>>>,
  examples: Engine,
): Engine {
  return (exchange) => {
    const { prefer } = exchange.request.headers;
    if (prefer !== undefined && readPrefer(prefer)) return examples(exchange);
    const handler = handlers[exchange.valid.operationId];
    return handler ? handler(exchange.valid) : examples(exchange);
  };
}
