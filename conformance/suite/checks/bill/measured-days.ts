import { NotApplicable } from '../../../engine/judge/outcome.js';
import { isDay } from '../../figures/days.js';
import type { ProviderBill } from '../../figures/provider-bills.js';
import type { Read } from '../../figures/table.js';
import { requestTo } from '../../request-to.js';
import { dataOf } from '../shared/exchange-data.js';
import { successOf } from '../shared/success-of.js';
import type { BillCase } from './bill-check.js';

/** A response with figures of a provider. */
export type ProviderRead = Read & { readonly provider: ProviderBill };

/**
 * Returns the coverage rates of a provider with the days that they are measured on.
 *
 * @throws {NotApplicable} if it has not been measured
 */
export async function measured(billCase: BillCase, provider: ProviderBill): Promise<ProviderRead> {
  const { probe } = billCase;
  await probe.correct('getCoverageRates');
  const query = { provider: provider.id };
  const exchange = await successOf(probe, requestTo('getCoverageRates', { query }));
  const { measured_from: first, measured_to: last } = dataOf(exchange);
  if (!isDay(first) || !isDay(last)) throw new NotApplicable(`${provider.id} has not been measured`);
  return { ...billCase, provider, exchange, days: { first, last } };
}
