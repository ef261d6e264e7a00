import type { OperationId } from '../../../src/generated/operations.js';
import { getOrInsert } from '../../../src/get-or-insert.js';
import { type Departure, departureOf } from '../../suite/expect/documented-shape.js';
import { type Exchange, isSuccess } from '../http/exchange.js';

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

  add(exchange: Exchange): void {
    const { operationId, beyond } = exchange;
    if (operationId === null || beyond || !isSuccess(exchange)) return;
    const departure = departureOf(exchange);
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
export function shapesOf(exchanges: Iterable<Exchange>): ShapeTally {
  const tally = new ShapeTally();
  for (const exchange of exchanges) tally.add(exchange);
  return tally;
}
