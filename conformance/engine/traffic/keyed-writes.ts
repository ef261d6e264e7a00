import type { SeenExchange } from './seen-exchange.js';

/** Maximum number of stored writes; the oldest are dropped. */
const maxWrites = 1000;
/** The server stores a response for 24 hours, so an older write may no longer be replayed. */
const retentionMs = 23 * 60 * 60 * 1000;

/** Stores writes with idempotency keys, to detect repeated ones. */
export function createKeyedWrites() {
  const byKey = new Map<string, SeenExchange[]>();
  let count = 0;

  const nameOf = ({ callerId, isWhole, request }: SeenExchange) => {
    const key = request.headers['idempotency-key'];
    return callerId === null || !isWhole || key === undefined ? undefined : `${callerId} ${key}`;
  };

  return {
    /** Returns the writes of the same caller with the same key that had ended when this one started. */
    before(exchange: SeenExchange): readonly SeenExchange[] {
      const name = nameOf(exchange);
      if (name === undefined) return [];
      return (byKey.get(name) ?? []).filter(
        ({ startedAt, endedAt }) =>
          endedAt <= exchange.startedAt && exchange.startedAt - startedAt < retentionMs,
      );
    },
    add(exchange: SeenExchange): void {
      const name = nameOf(exchange);
      if (name === undefined) return;
      byKey.set(name, [...(byKey.get(name) ?? []), exchange]);
      count += 1;
      // A Map iterates in insertion order.
      for (const [oldest, writes] of byKey) {
        if (count <= maxWrites) break;
        byKey.delete(oldest);
        count -= writes.length;
      }
    },
  };
}
