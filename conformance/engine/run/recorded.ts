import type { CompleteExchange, Exchange } from '../http/exchange.js';
import type { CorrectRequest, Probe } from './probe.js';

/** What a check obtains through its probe; its violations compare the exchanges. */
export interface Recording {
  readonly probe: Probe;
  readonly obtained: readonly CorrectRequest[];
  readonly exchanges: ReadonlySet<Exchange>;
}

/** Records what a check obtains through its probe. */
export function recorded(probe: Probe): Recording {
  const obtained: CorrectRequest[] = [];
  const exchanges = new Set<CompleteExchange>();
  const note = (request: CorrectRequest) => {
    if (!exchanges.has(request.exchange)) obtained.push(request);
    exchanges.add(request.exchange);
    return request;
  };
  return {
    obtained,
    exchanges,
    probe: {
      ...probe,
      correct: async (id) => note(await probe.correct(id)),
      correctOfAnyKey: async (options) => note(await probe.correctOfAnyKey(options)),
      async send(plan, options) {
        return note({ plan, exchange: await probe.send(plan, options) }).exchange;
      },
    },
  };
}
