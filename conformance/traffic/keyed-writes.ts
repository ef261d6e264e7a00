import type { SeenExchange } from './seen-exchange.js';

/** Writes that are remembered: the latest. */
const most = 1000;
/** A stored answer is kept for 24 hours; one that may be gone by now says nothing. */
const retentionMs = 23 * 60 * 60 * 1000;

/** Remembers writes with idempotency keys, to find those that one repeats. */
export function createKeyedWrites() {
  const byKey = new Map<string, SeenExchange[]>();
  let count = 0;

  const nameOf = ({ callerId, request }: SeenExchange) => {
    const key = request.headers['idempotency-key'];
    return callerId === null || key === undefined ? undefined : `${callerId} ${key}`;
  };

  return {
    /** @returns the writes of the same caller with the same key that had ended when this one began */
    before(exchange: SeenExchange): readonly SeenExchange[] {
      const name = nameOf(exchange);
      if (name === undefined) return [];
      return (byKey.get(name) ?? []).filter(
        ({ startedAt, endedAt }) =>
          endedAt <= exchange.startedAt && exchange.startedAt - startedAt < retentionMs,
      );
    },
    remember(exchange: SeenExchange): void {
      const name = nameOf(exchange);
      if (name === undefined) return;
      byKey.set(name, [...(byKey.get(name) ?? []), exchange]);
      count += 1;
      // A map tells its oldest key first.
      for (const [oldest, writes] of byKey) {
        if (count <= most) break;
        byKey.delete(oldest);
        count -= writes.length;
      }
    },
  };
}
