import type { Stage } from '../exchange.js';

/** Keeps every answer waiting, for callers who want to see their spinners. */
export function latency(milliseconds: number, sleep: (milliseconds: number) => Promise<void>): Stage {
  return (next) => async (exchange) => {
    await sleep(milliseconds);
    return next(exchange);
  };
}
