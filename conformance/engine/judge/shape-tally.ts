import { getOrInsert } from '../../../src/get-or-insert.js';
import { type Exchange, isSuccess } from '../http/exchange.js';
import type { OperationId } from '../operation.js';
import type { Violation } from './outcome.js';
import type { Departure, Standards } from './standards.js';

/** How many successes of an operation have its documented shape. */
export interface Shape {
  readonly successes: number;
  readonly documented: number;
  /** The first departure; null if all successes have the documented shape. */
  readonly departure: Departure | null;
}

/** Counts the successes with the documented shape, by operation. Does not store the exchanges. */
export class ShapeTally {
  readonly #shapes = new Map<OperationId, Shape>();

  constructor(readonly departureOf: Standards['departureOf']) {}

  add(exchange: Exchange): void {
    const { operationId, undocumented } = exchange;
    if (operationId === null || undocumented || !isSuccess(exchange)) return;
    const departure = this.departureOf(exchange);
    const { successes, documented, ...known } = getOrInsert(this.#shapes, operationId, () => ({
      ...{ successes: 0, documented: 0, departure: null },
    }));
    this.#shapes.set(operationId, {
      successes: successes + 1,
      documented: documented + (departure === null ? 1 : 0),
      departure: known.departure ?? departure,
    });
  }

  /** Returns the shape of an operation; null without a success. */
  of(id: OperationId): Shape | null {
    return this.#shapes.get(id) ?? null;
  }
}

/** @returns the shapes of exchanges whose bodies are still there */
export function shapesOf(exchanges: Iterable<Exchange>, departureOf: Standards['departureOf']): ShapeTally {
  const tally = new ShapeTally(departureOf);
  for (const exchange of exchanges) tally.add(exchange);
  return tally;
}

/**
 * Notes on each violation whether the responses that it compares have the documented shape. Must be called before
 * their bodies are dropped.
 *
 * @param obtained the exchanges that the check obtained or judged
 */
export function withShape(
  violations: readonly Violation[],
  obtained: Iterable<Exchange>,
  departureOf: Standards['departureOf'],
): Violation[] {
  const all = new Set(obtained);
  return violations.map(({ compared, ...violation }) => {
    const { exchange } = violation;
    const exchanges = new Set([...(compared ?? all), ...(exchange ? [exchange] : [])]);
    return { ...violation, isDocumented: haveDocumentedShape(exchanges, departureOf) };
  });
}

/**
 * Whether a server has adopted the contract in some responses: at least one is a success, and each success has the
 * documented shape. Figures of such responses that contradict each other are a failure, also of fields that are only proposed.
 */
function haveDocumentedShape(exchanges: Iterable<Exchange>, departureOf: Standards['departureOf']): boolean {
  const successes = [...exchanges].filter(isSuccess);
  return successes.length > 0 && successes.every((exchange) => departureOf(exchange) === null);
}
