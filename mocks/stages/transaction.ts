import type { Exchange, Handler, Stage } from '../http/exchange.js';
import type { Replica } from '../state/replica.js';
import type { Clock, MockResponse } from '../types.js';
import { stillRunning, storeFull } from './idempotency.js';

/**
 * With shared state, makes reads see the writes of all servers, and commits a write and its idempotency record
 * atomically. Retries a write that conflicts with another one.
 */
export function transaction(replica: Replica, clock: Clock): Stage {
  return (next) => async (exchange) => {
    if (exchange.matched.route.isWrite) return write(replica, clock, next, exchange);
    await replica.refresh();
    return next(exchange);
  };
}

async function write(
  replica: Replica,
  clock: Clock,
  next: Handler,
  exchange: Exchange,
): Promise<MockResponse> {
  for (;;) {
    await replica.refresh();
    const staged = replica.stage(() => next(exchange));
    const response = await staged.result;
    if (response.status >= 400) return response;
    const outcome = await staged.commit(response, exchange.claimed, clock.now());
    switch (outcome.kind) {
      case 'committed':
        exchange.claimed = null;
        return response;
      case 'claim-lost':
        throw stillRunning();
      case 'full':
        throw storeFull(outcome);
      case 'conflict':
      // Every lost round is a committed write of another server, so all writes complete eventually.
    }
  }
}
