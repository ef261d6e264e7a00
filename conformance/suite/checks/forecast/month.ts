import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { contradiction, proposal } from '../../claims.js';
import { nearMoney, numbersOf, round, sum } from '../../expect/near.js';
import { daysOfMonth, later, lengthOf, plusDays } from '../../figures/days.js';
import { list, requested } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { instant, todaysOf, writtenDay } from '../shared/timestamps.js';

const operation = 'getCostForecast' as const;
const source = 'Forecast; Proposed by this contract';

const futureOf = ({ sparkline, future_start_index }: any) => list(sparkline).slice(future_start_index);

const horizonOf = (exchange: Parameters<typeof requested>[0]) => requested(exchange, 'horizon') ?? 'month';

/**
 * Returns the number of days of the month after `actuals_through`: the month may end a day earlier or later in the time
 * zone of the server. Empty if one of them is not known.
 */
function remainingDays({ actuals_through }: any, exchange: CompleteExchange): number[] {
  const through = writtenDay(actuals_through);
  if (through === undefined) return [];
  return todaysOf(exchange).map((today) => {
    const { first, last } = daysOfMonth(today.slice(0, 7));
    return lengthOf({ first: later(first, plusDays(through, 1)), last });
  });
}

/** Checks that the value is what is booked and the daily rate over the remaining days. */
export const monthChecks: readonly Check[] = [
  forEachRow(operation, {
    id: 'forecast.remaining-days-end-the-month',
    ...proposal,
    requirement: '`days_remaining` of a month is the number of days of the month after `actuals_through`.',
    source,
    each: (data, exchange) =>
      typeof data.days_remaining === 'number' &&
      !Number.isNaN(instant(data.actuals_through)) &&
      todaysOf(exchange).length > 0 &&
      horizonOf(exchange) === 'month'
        ? [data]
        : [],
    judge: (data, exchange) => {
      const { actuals_through, days_remaining } = data;
      const expected = remainingDays(data, exchange);
      return (
        expected.some((days) => Math.abs(days_remaining - days) <= 0.5) || {
          message: '`days_remaining` is not the number of days to the end of the month.',
          expected: `${[...new Set(expected)].join(' or ')}, from ${actuals_through}`,
          actual: `days_remaining ${days_remaining}`,
        }
      );
    },
  }),
  forEachRow(operation, {
    id: 'forecast.value-is-the-month-of-the-line',
    ...contradiction,
    requirement:
      '`forecast_value` of a month equals `booked_to_date` plus the future days of `sparkline` to the end of the month.',
    source,
    each: (data, exchange) =>
      numbersOf(data, 'forecast_value', 'booked_to_date', 'days_remaining', 'future_start_index') &&
      horizonOf(exchange) === 'month' &&
      numbersOf(data, 'daily_rate', 'daily_rate_thin_days') &&
      remainingDays(data, exchange).length > 0 &&
      remainingDays(data, exchange).every((days) => days === data.days_remaining) &&
      futureOf(data).length >= data.days_remaining
        ? [data]
        : [],
    judge: (data) => {
      const { forecast_value, booked_to_date, days_remaining } = data;
      const expected = booked_to_date + sum(futureOf(data).slice(0, days_remaining));
      // The costs of thin days that are still to arrive may be part of the forecast.
      const most = expected + data.daily_rate_thin_days * data.daily_rate;
      const isBetween = forecast_value >= expected && forecast_value <= most;
      return (
        isBetween ||
        nearMoney(forecast_value, expected, days_remaining + 2) ||
        nearMoney(forecast_value, most, days_remaining + 2) || {
          message: '`forecast_value` is not the booked amount and the rest of the month in `sparkline`.',
          expected: `${round(expected)} = ${booked_to_date} + ${days_remaining} days of \`sparkline\``,
          actual: `forecast_value ${forecast_value}`,
        }
      );
    },
  }),
];
