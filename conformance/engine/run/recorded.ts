import type { Exchange } from '../http/exchange.js';
import type { Probe } from './probe.js';

/** Records the exchanges that a check obtains through its probe, since its violations compare them. */
export function recorded(probe: Probe): { readonly probe: Probe; readonly exchanges: ReadonlySet<Exchange> } {
  const exchanges = new Set<Exchange>();
  const noted = async <T>(promised: Promise<T>, exchangeOf: (value: T) => Exchange): Promise<T> => {
    const value = await promised;
    exchanges.add(exchangeOf(value));
    return value;
  };
  return {
    exchanges,
    probe: {
      ...probe,
      correct: (id) => noted(probe.correct(id), ({ exchange }) => exchange),
      correctOfAnyKey: (options) => noted(probe.correctOfAnyKey(options), ({ exchange }) => exchange),
      send: (plan, options) => noted(probe.send(plan, options), (exchange) => exchange),
    },
  };
}
