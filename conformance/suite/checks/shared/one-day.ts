import type { CompleteExchange } from '../../../engine/http/exchange.js';
import type { CorrectRequest, Probe } from '../../../engine/run/probe.js';
import { todaysOf } from './timestamps.js';

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
  const days = new Set([todaysOf(exchange).join()]);
  const judgment = await judge(exchange, {
    ...probe,
    async send(...request) {
      const other = await probe.send(...request);
      days.add(todaysOf(other).join());
      return other;
    },
  });
  // A response without a valid timestamp has no day.
  days.delete('');
  if (judgment === true || days.size < 2) return judgment;
  const repeated: Probe = {
    ...probe,
    send: (other, options) => probe.send(other, { ...options, again: true }),
  };
  return judge(await repeated.send(plan), repeated);
}
