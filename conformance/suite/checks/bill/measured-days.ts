import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { type Days, isDay } from '../../figures/days.js';
import type { ProviderBill } from '../../figures/provider-bills.js';
import { requestTo } from '../../request-to.js';
import { dataOf } from '../shared/exchange-data.js';
import { successOf } from '../shared/success-of.js';
import type { BillCase } from './bill-check.js';

/** A response with figures of a provider in some days. */
export interface Measured {
  readonly provider: ProviderBill;
  readonly days: Days;
  readonly exchange: CompleteExchange;
}

/**
 * Returns the coverage rates of a provider and the days that they are measured on.
 *
 * @throws {NotApplicable} if it has not been measured
 */
export async function measuredDays(
  { probe }: BillCase,
  { id }: ProviderBill,
): Promise<{ exchange: CompleteExchange; data: any; days: Days }> {
  await probe.correct('getCoverageRates');
  const exchange = await successOf(probe, requestTo('getCoverageRates', { query: { provider: id } }));
  const data = dataOf(exchange);
  const { measured_from: first, measured_to: last } = data;
  if (!isDay(first) || !isDay(last)) throw new NotApplicable(`${id} has not been measured`);
  return { exchange, data, days: { first, last } };
}
