import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { type Days, isDay, isoDay } from '../../../figures/days.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { requestTo } from '../../../request-to.js';
import { dataOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { nowOf } from '../../shared/timestamps.js';
import type { BillCase } from '../bill-check.js';

/** The forecast of a provider, or of all; by default of the month, after credits. */
export interface Forecast {
  readonly provider: ProviderBill | null;
  readonly horizon?: 'month' | 'quarter' | 'year';
  readonly credits?: 'before' | 'after';
}

export async function forecastOf(
  { probe }: BillCase,
  { provider, horizon = 'month', credits = 'after' }: Forecast,
): Promise<{ exchange: CompleteExchange; data: any; through: string; now: string }> {
  const query = {
    provider: provider?.id ?? 'all',
    ...(horizon === 'month' ? {} : { horizon }),
    ...(credits === 'after' ? {} : { credits }),
  };
  const exchange = await successOf(probe, requestTo('getCostForecast', { query }));
  const data = dataOf(exchange);
  const now = nowOf(exchange);
  if (!isDay(data.actuals_through)) throw new NotApplicable('the forecast is empty');
  if (Number.isNaN(now)) throw new NotApplicable('the forecast has no timestamp with a time zone');
  return { exchange, data, through: data.actuals_through, now: isoDay(now) };
}

/** Returns the days of the running period up to the last one with costs. */
export function runningDays(now: string, through: string, horizon: Forecast['horizon'] = 'month'): Days {
  const month = Number(now.slice(5, 7));
  const first = { month, quarter: month - ((month - 1) % 3), year: 1 }[horizon];
  return { first: `${now.slice(0, 5)}${String(first).padStart(2, '0')}-01`, last: through };
}
