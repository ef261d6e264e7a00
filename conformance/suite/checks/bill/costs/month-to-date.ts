import type { Check } from '../../../../engine/check.js';
import { count } from '../../../../engine/count.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { plusDays } from '../../../figures/days.js';
import { amount } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { byDate, costQuery, spreadRows } from '../../../figures/queries/cost-query.js';
import { compareTable, type Figure } from '../../../figures/table.js';
import { list } from '../../shared/exchange-data.js';
import { type BillCase, contradiction, mainProviders, must, ofBill, ofMain } from '../bill-check.js';
import { type Forecast, forecastOf } from './forecast-read.js';
import { compareSummary } from './summary.js';

/** Checks of the running month and the forecast against the bill that the server was loaded with. */
export const monthToDateChecks: readonly Check[] = [
  ofBill('getCostSummary', {
    id: 'bill.summary-is-the-sum-of-the-running-month',
    ...contradiction,
    requirement:
      '`monthly_spending` and `top_services[].cost` are sums over the rows of the running month up to the last day with costs.',
    requests: 4,
    of: (billCase) =>
      ofMain(billCase, (provider) => [
        { provider, credits: 'after' } as const,
        { provider, credits: 'before' } as const,
      ]),
    compare: compareSummary,
  }),
  ofBill('getCostForecast', {
    id: 'bill.forecast-starts-from-the-booked-rows',
    ...contradiction,
    requirement:
      '`booked_to_date` is the sum over the rows from the first day of the period of the horizon to `actuals_through`.',
    requests: 7,
    of(billCase): Forecast[] {
      const [first, second = first] = mainProviders(billCase) as [ProviderBill, ...ProviderBill[]];
      return [
        ...(['month', 'quarter', 'year'] as const).map((horizon) => ({ provider: first, horizon })),
        { provider: second },
        { provider: second, credits: 'before' },
        { provider: null },
        { provider: null, credits: 'before' },
      ];
    },
    compare: compareBooked,
  }),
  ofBill('getCostForecast', {
    id: 'bill.forecast-shows-past-days',
    ...{ ...must('derived', 'Forecast: sparkline'), level: 'SHOULD', deviation: 'contradiction' },
    requirement:
      'The first 30 points of `sparkline` are the sums over the rows of the 30 days up to `actuals_through`.',
    requests: 1,
    of: mainProviders,
    compare: comparePastDays,
  }),
];

async function compareBooked(billCase: BillCase, forecast: Forecast): Promise<void> {
  const read = await forecastOf(billCase, forecast);
  const { days } = read;
  if (days.last < days.first) throw new NotApplicable('the running period has no costs yet');
  const query = costQuery({ ...forecast, days });
  const { rows } = await billCase.bill.total(query);
  if (rows === 0) throw new NotApplicable('the bill has no rows in the running period');
  // The sum of all providers may be that of those that are listed.
  const isPart = forecast.provider === null && billCase.unlisted.length > 0;
  const more = () => ({ deviation: isPart ? ('preference' as const) : undefined });
  const booked: Figure = { field: 'booked_to_date', is: amount('cost'), required: 'shown', more };
  await compareTable(read, { path: '', query, figures: [booked] });
}

async function comparePastDays(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill, comparison } = billCase;
  const read = await forecastOf(billCase, { provider });
  const { last } = read.days;
  const { sparkline, future_start_index, forecast_value } = read.data;
  const points = list(sparkline).slice(0, future_start_index);
  const booked = await bill.total(costQuery({ provider, days: { first: last, last } }));
  // Costs of days that are all thin allow no forecast.
  if (points.length === 0 && booked.rows > 0 && typeof forecast_value === 'number') {
    const message = '`sparkline` has no past days.';
    const actual = count(list(sparkline).length, 'point');
    const expected = `the cost of ${last}`;
    comparison.violation({ message, actual, expected, from: booked, exchange: read.exchange });
  }
  const first = plusDays(last, 1 - points.length);
  const selection = { provider, days: { first, last } };
  const spread = await spreadRows(bill, selection, 'daily');
  const more = ({ group }: ExpectedRow) => ({ possibleSlack: spread(group) });
  await compareTable(read, {
    ...{ path: 'sparkline[]', query: byDate(costQuery(selection), 'daily'), extra: 'zero' },
    rows: points.map((cost, i) => ({ date: plusDays(first, i), cost })),
    figures: [{ field: 'cost', is: amount('cost'), required: 'shown', more }],
  });
}
