import { describe } from '../../expect/answer.js';
import { type AnsweredExchange, isSuccess, type RequestPlan } from '../../http/exchange.js';
import { CannotRun } from '../../outcome.js';
import type { Probe } from '../../probe.js';

/**
 * Reads what a claim compares.
 *
 * @throws {CannotRun} when it is no success, which another check tells
 */
export async function successOf(probe: Probe, plan: RequestPlan): Promise<AnsweredExchange> {
  const exchange = await probe.answer(plan);
  if (!isSuccess(exchange)) throw new CannotRun(`a read failed: ${describe(exchange)}`, exchange);
  return exchange;
}
