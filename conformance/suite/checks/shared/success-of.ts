import { type CompleteExchange, isSuccess, type RequestPlan } from '../../../engine/http/exchange.js';
import { Blocked } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { describe } from '../../expect/response.js';
import { missingContent } from '../../missing-content.js';

/** Whether the response shows that the request was accepted, or rejected as invalid. */
export const isValidated = (exchange: CompleteExchange): boolean =>
  exchange.response.status === 400 || exchange.response.status === 422 || isSuccess(exchange);

/**
 * Sends a request that a check needs to succeed.
 *
 * @throws {Blocked} if it fails; another check reports the failure
 */
export async function successOf(probe: Probe, plan: RequestPlan): Promise<CompleteExchange> {
  const exchange = await probe.send(plan);
  if (!isSuccess(exchange)) throw new Blocked(`a read failed: ${describe(exchange)}`, exchange);
  const missing = missingContent(exchange);
  if (missing) throw new Blocked(`the response to a read ${missing.what}`, exchange, missing.dependsOn);
  return exchange;
}
