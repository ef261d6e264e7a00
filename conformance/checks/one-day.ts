import type { CorrectRequest } from '../baselines.js';
import { isoDay } from '../figures/days.js';
import type { CompleteExchange } from '../http/exchange.js';
import type { Probe } from '../probe.js';
import { nowOf } from './meaning/moments.js';

/** The day of the server's clock at a response; undefined without a valid timestamp. */
function dayOf(exchange: CompleteExchange): string | undefined {
  const now = nowOf(exchange);
  return Number.isNaN(now) ? undefined : isoDay(now);
}

/**
 * Compares a correct response with others. If they differ and midnight has passed between them, compares new ones:
 * a default such as the end of a period is then another day.
 *
 * @param judge returns true, or what is wrong
 */
export async function onOneDay<Wrong>(
  probe: Probe,
  { plan, exchange }: CorrectRequest,
  judge: (exchange: CompleteExchange, probe: Probe) => Promise<true | Wrong>,
): Promise<true | Wrong> {
  const days = new Set([dayOf(exchange)]);
  const judgment = await judge(exchange, {
    ...probe,
    async send(...request) {
      const other = await probe.send(...request);
      days.add(dayOf(other));
      return other;
    },
  });
  days.delete(undefined);
  if (judgment === true || days.size < 2) return judgment;
  const repeated: Probe = {
    ...probe,
    send: (other, options) => probe.send(other, { ...options, again: true }),
  };
  return judge(await repeated.send(plan), repeated);
}
