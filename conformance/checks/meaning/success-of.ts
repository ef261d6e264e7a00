import type { OperationId } from '../../../src/generated/operations.js';
import { describe } from '../../expect/answer.js';
import { type AnsweredExchange, isSuccess, type RequestPlan } from '../../http/exchange.js';
import { CannotRun } from '../../outcome.js';
import type { Probe } from '../../probe.js';
import { withQuery } from '../../requests.js';

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

/**
 * Reads an operation once for each value of a parameter.
 *
 * @throws {CannotRun} when one of the reads is no success, which another check tells
 */
export async function successesOf(
  probe: Probe,
  name: string,
  values: readonly string[],
  operation?: OperationId,
): Promise<AnsweredExchange[]> {
  const { plan } = await probe.correct(operation);
  return Promise.all(values.map((value) => successOf(probe, withQuery(plan, name, value))));
}
