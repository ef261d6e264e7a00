import type { OperationRequest } from '../../types.js';
import { type Day, firstDayOf, isoDate, lastDayOf, monthOf, type Range } from '../calendar.js';
import { type Context, lastActualDay, todayOf } from '../context.js';
import type { Bill } from '../ledger/bill.js';
import { type CreditBasis, columnOf } from '../ledger/spans.js';
import { changeOf, type Micros, sum, toCents, usd } from '../money.js';
import { totalOf } from './portions.js';
import { monthToDate } from './range.js';

/** Cost forecast of one provider or all; empty, not 404, for a provider that is not connected. */
export function getCostForecast(context: Context, { query }: OperationRequest) {
  const { ledger } = context;
  const ids = query.provider === 'all' ? [...ledger.providers.keys()] : [query.provider as string];
  const bills = ids.map((id) => ledger.billOf(id));
  const forecast = forecastOf(context, bills, query.horizon, query.credits);
  const rate = forecast && usd(forecast.dailyRate);
  const isOfMonth = query.horizon === 'month';
  return {
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
  };
}

export type Horizon = 'month' | 'quarter' | 'year';

/** Days that the daily rate is sampled from, without the latest of them, whose costs are incomplete. */
const windowDays = 14;

/** Days in the sparkline before and after `actualsThrough`. */
const sparklineDays = 30;

/** Confidence in percent that the cost falls inside the band, and the z-score for it. */
const confidence = 80;
const zScore = 1.2816;

/**
 * A linear forecast of the total of several bills from their booked costs; null without costs. All figures except the
 * band are sums over the bills.
 */
export function forecastOf(context: Context, bills: readonly Bill[], horizon: Horizon, credits: CreditBasis) {
  const column = columnOf('unblended', credits);
  const actualsThrough = lastActualDay(context);
  const started = bills.filter((bill) => bill.firstDay <= actualsThrough);
  if (started.length === 0) return null;
  // The costs of all reach back as far as the oldest.
  const firstDay = Math.min(...started.map((bill) => bill.firstDay));
  const sample = sampleOf(firstDay, actualsThrough);
  const period = periodOf(todayOf(context), horizon);
  const cost = (bill: Bill, { first, last }: Range) => totalOf(bill.spans(first, last), column, bill.charges);
  const days = Array.from({ length: sparklineDays }, (_, i) => actualsThrough - sparklineDays + 1 + i);
  const { monthBefore } = monthToDate(context);
  const each = started.map((bill) => {
    const past = days.map((day) => cost(bill, { first: day, last: day }));
    return {
      past,
      booked: cost(bill, { first: period.first, last: actualsThrough }),
      // In cents, so that the response adds up.
      dailyRate: toCents(mean(sampledFrom(past, sampleOf(bill.firstDay, actualsThrough)))),
      lastMonth: cost(bill, monthBefore),
    };
  });
  const past = days.map((_, i) => sum(each.map((one) => one.past[i] as Micros)));
  const booked = sum(each.map((one) => one.booked));
  const dailyRate = sum(each.map((one) => one.dailyRate));
  const daysRemaining = period.last - Math.max(actualsThrough, period.first - 1);
  const value = booked + dailyRate * daysRemaining;
  const margin = toCents(zScore * spread(sampledFrom(past, sample)) * Math.sqrt(daysRemaining));
  return {
    value,
    low: value - margin,
    high: value + margin,
    booked,
    dailyRate,
    // The days that the daily rate is the mean of, and newer ones that it leaves out.
    sampleDays: sample.days,
    thinDays: sample.thin,
    daysRemaining,
    // The last thirty days with costs.
    past,
    // Null if the costs do not reach back to its first day.
    lastMonth: firstDay <= monthBefore.first ? sum(each.map((one) => one.lastMonth)) : null,
    actualsThrough,
  };
}

/** The days that a daily rate is the mean of, of costs that begin on a day, and newer ones that it leaves out. */
function sampleOf(firstDay: Day, actualsThrough: Day) {
  const history = actualsThrough - firstDay + 1;
  const thin = history > 1 ? 1 : 0;
  return { days: Math.min(windowDays, history) - thin, thin };
}

function sampledFrom(
  past: readonly Micros[],
  { days, thin }: ReturnType<typeof sampleOf>,
): readonly Micros[] {
  return past.slice(sparklineDays - thin - days, sparklineDays - thin);
}

/** The calendar period of a day. */
export function periodOf(day: Day, horizon: Horizon): Range {
  const length = { month: 1, quarter: 3, year: 12 }[horizon];
  const month = monthOf(day);
  const first = month - (month % length);
  return { first: firstDayOf(first), last: lastDayOf(first + length - 1) };
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** The standard deviation of a sample; 0 for one value, which shows none. */
function spread(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1));
}
