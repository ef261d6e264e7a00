import type { CompleteExchange, RequestPlan } from '../http/exchange.js';
import type { CorrectRequest, Probe } from './probe.js';

/** The exchanges that a check obtains through its probe, which its violations compare, and the request of each. */
export type Obtained = ReadonlyMap<CompleteExchange, RequestPlan>;

/** Records what a check obtains through its probe. */
export function recorded(probe: Probe): { readonly probe: Probe; readonly obtained: Obtained } {
  const obtained = new Map<CompleteExchange, RequestPlan>();
  const note = (request: CorrectRequest) => {
    obtained.set(request.exchange, request.plan);
    return request;
  };
  return {
    obtained,
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
