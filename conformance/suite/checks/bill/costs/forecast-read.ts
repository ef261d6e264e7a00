import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { type Days, isDay, isoDay } from '../../../figures/days.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import type { Read } from '../../../figures/table.js';
import { nowOf } from '../../shared/timestamps.js';
import { type BillCase, readOf } from '../bill-check.js';

/** The forecast of a provider, or of all; by default of the month, after credits. */
export interface Forecast {
  readonly provider: ProviderBill | null;
  readonly horizon?: 'month' | 'quarter' | 'year';
  readonly credits?: 'before' | 'after';
}

/** Reads a forecast; its days are those of the running period up to the last one with costs. */
export async function forecastOf(billCase: BillCase, forecast: Forecast): Promise<BillCase & Read> {
  const { provider, horizon = 'month', credits = 'after' } = forecast;
  const query = {
    provider: provider?.id ?? 'all',
    horizon: horizon === 'month' ? undefined : horizon,
    credits: credits === 'after' ? undefined : credits,
  };
  const read = await readOf(billCase, 'getCostForecast', provider, { query });
  const { actuals_through: through } = read.data;
  if (!isDay(through)) throw new NotApplicable('the forecast is empty');
  const now = nowOf(read.exchange);
  if (Number.isNaN(now)) throw new NotApplicable('the forecast has no timestamp with a time zone');
  return { ...read, days: runningDays(isoDay(now), through, horizon) };
}

/** Returns the days of the running period up to the last one with costs. */
export function runningDays(now: string, through: string, horizon: Forecast['horizon'] = 'month'): Days {
  const month = Number(now.slice(5, 7));
  const first = { month, quarter: month - ((month - 1) % 3), year: 1 }[horizon];
  return { first: `${now.slice(0, 5)}${String(first).padStart(2, '0')}-01`, last: through };
}
