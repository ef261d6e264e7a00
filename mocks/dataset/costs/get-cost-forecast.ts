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
    if (forecast === null) return { data: { ...empty, credits: query.credits } };
    const rate = usd(forecast.dailyRate);
    return {
      data: {
        forecast_value: usd(forecast.value),
        forecast_low: usd(forecast.low),
        forecast_high: usd(forecast.high),
        confidence_pct: confidence,
        sparkline: [...forecast.past.map(usd), ...Array.from({ length: sparklineDays }, () => rate)],
        future_start_index: sparklineDays,
        delta_pct_vs_last_month:
          query.horizon === 'month' ? changeOf(forecast.value, forecast.lastMonth) : null,
        booked_to_date: usd(forecast.booked),
        daily_rate: rate,
        days_remaining: forecast.daysRemaining,
        days_since_last_actual: todayOf(context) - forecast.actualsThrough,
        daily_rate_sample_days: forecast.sampleDays,
        daily_rate_thin_days: forecast.thinDays,
        daily_rate_window_days: windowDays,
        actuals_through: isoDate(forecast.actualsThrough),
        credits: query.credits,
      },
    };
  };
}

const empty = {
  forecast_value: null,
  forecast_low: null,
  forecast_high: null,
  confidence_pct: null,
  sparkline: [],
  future_start_index: 0,
  delta_pct_vs_last_month: null,
  booked_to_date: null,
  daily_rate: null,
  days_remaining: null,
  days_since_last_actual: null,
  daily_rate_sample_days: null,
  daily_rate_thin_days: null,
  daily_rate_window_days: null,
  actuals_through: null,
};
