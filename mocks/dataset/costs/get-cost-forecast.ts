import type { OperationHandler } from '../../types.js';
import { isoDate } from '../calendar.js';
import { type Context, todayOf } from '../context.js';
import { changeOf, usd } from '../money.js';
import { confidence, forecastOf, sparklineDays, windowDays } from './forecast.js';

/** Cost forecast of one provider or all; empty, not 404, for a provider that is not connected. */
export function getCostForecast(context: Context): OperationHandler {
  const { ledger } = context;
  return ({ query }) => {
    const ids = query.provider === 'all' ? [...ledger.providers.keys()] : [query.provider as string];
    const bills = ids.map((id) => ledger.billOf(id)).filter((bill) => bill !== null);
    const forecast = forecastOf(context, bills, query.horizon, query.credits);
    const rate = forecast && usd(forecast.dailyRate);
    const isOfMonth = query.horizon === 'month';
    return {
      data: {
        forecast_value: forecast && usd(forecast.value),
        forecast_low: forecast && usd(forecast.low),
        forecast_high: forecast && usd(forecast.high),
        confidence_pct: forecast && confidence,
        sparkline: forecast ? [...forecast.past.map(usd), ...Array(sparklineDays).fill(rate)] : [],
        future_start_index: forecast ? sparklineDays : 0,
        delta_pct_vs_last_month: forecast && isOfMonth ? changeOf(forecast.value, forecast.lastMonth) : null,
        booked_to_date: forecast && usd(forecast.booked),
        daily_rate: rate,
        days_remaining: forecast?.daysRemaining ?? null,
        days_since_last_actual: forecast && todayOf(context) - forecast.actualsThrough,
        daily_rate_sample_days: forecast?.sampleDays ?? null,
        daily_rate_thin_days: forecast?.thinDays ?? null,
        daily_rate_window_days: forecast && windowDays,
        actuals_through: forecast && isoDate(forecast.actualsThrough),
        credits: query.credits,
      },
    };
  };
}
