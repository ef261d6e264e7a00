import { getOrInsert } from '../../../src/get-or-insert.js';
import type { CompleteExchange } from '../http/exchange.js';

/** Remembers what a function returns for an exchange: responses may be large, and many checks judge the same one. */
export function perExchange<Result>(
  compute: (exchange: CompleteExchange) => Result,
): (exchange: CompleteExchange) => Result {
  const results = new WeakMap<CompleteExchange, Result>();
  return (exchange) => getOrInsert(results, exchange, compute);
}
