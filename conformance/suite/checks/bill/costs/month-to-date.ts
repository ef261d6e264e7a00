import type { Check } from '../../../../engine/check.js';
import { count } from '../../../../engine/count.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { show } from '../../../../engine/show.js';
import { plusDays } from '../../../figures/days.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { byDate, costQuery } from '../../../figures/queries/cost-query.js';
import { spreadRows } from '../../../figures/spread-rows.js';
import { list } from '../../shared/exchange-data.js';
import { type BillCase, mainProviders, ofBill } from '../bill-check.js';
import { compareSummary } from './compare-summary.js';
import { type Credits, forecastOf, type Horizon, horizons, runningDays } from './forecast-read.js';

/** Checks of the running month and the forecast against the bill that the server was loaded with. */
export const monthToDateChecks: readonly Check[] = [
  ofBill('getCostSummary', {
    id: 'bill.summary-is-the-sum-of-the-running-month',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`monthly_spending` and `top_services[].cost` are sums over the rows of the running month up to the last day with costs.',
    requests: 4,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        await billCase.comparison.part(() => compareSummary(billCase, provider, 'after'));
        await billCase.comparison.part(() => compareSummary(billCase, provider, 'before'));
      }
    },
  }),
  ofBill('getCostForecast', {
    id: 'bill.forecast-starts-from-the-booked-rows',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`booked_to_date` is the sum over the rows from the first day of the period of the horizon to `actuals_through`.',
    requests: 7,
    async compare(billCase) {
      const [first, second = first] = mainProviders(billCase) as [ProviderBill, ...ProviderBill[]];
      for (const horizon of horizons) {
        await billCase.comparison.part(() => compareBooked(billCase, first, horizon, 'after'));
      }
      await billCase.comparison.part(() => compareBooked(billCase, second, 'month', 'after'));
      await billCase.comparison.part(() => compareBooked(billCase, second, 'month', 'before'));
      for (const credits of ['after', 'before'] as const) {
        await billCase.comparison.part(() => compareBooked(billCase, null, 'month', credits));
      }
    },
  }),
  ofBill('getCostForecast', {
    id: 'bill.forecast-shows-past-days',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'The first 30 points of `sparkline` are the sums over the rows of the 30 days up to `actuals_through`.',
    source: 'Forecast: sparkline',
    requests: 1,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        await billCase.comparison.part(() => comparePastDays(billCase, provider));
      }
    },
  }),
];

async function compareBooked(
  billCase: BillCase,
  provider: ProviderBill | null,
  horizon: Horizon,
  credits: Credits,
): Promise<void> {
  const { bill, comparison, unlisted } = billCase;
  const { exchange, data, through, now } = await forecastOf(billCase, provider, { horizon, credits });
  const days = runningDays(now, through, horizon);
  if (days.last < days.first) throw new NotApplicable('the running period has no costs yet');
  const from = await bill.total(costQuery({ provider, days, credits }));
  if (from.rows === 0) throw new NotApplicable('the bill has no rows in the running period');
  comparison.figure({
    name: '`booked_to_date`',
    actual: data.booked_to_date,
    isRequired: true,
    expected: from.figures.cost ?? 0,
    from,
    exchange,
    // The sum of all providers may be that of those that are listed.
    deviation: provider === null && unlisted.length > 0 ? 'preference' : undefined,
  });
}

async function comparePastDays(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill, comparison } = billCase;
  const { exchange, data, through } = await forecastOf(billCase, provider);
  const points = list(data.sparkline).slice(0, data.future_start_index);
  const booked = await bill.total(costQuery({ provider, days: { first: through, last: through } }));
  // Costs of days that are all thin allow no forecast.
  const isForecast = typeof data.forecast_value === 'number';
  if (points.length === 0 && booked.rows > 0 && isForecast) {
    const message = '`sparkline` has no past days.';
    const actual = count(list(data.sparkline).length, 'point');
    comparison.violation({ message, actual, exchange, basis: 'proposed' }, booked, `the cost of ${through}`);
  }
  const first = plusDays(through, 1 - points.length);
  const selection = { provider, days: { first, last: through } };
  const query = byDate(costQuery(selection), 'daily');
  const spread = await spreadRows(bill, selection, 'daily');
  const rows = new Map((await bill.expected(query)).map((row) => [row.group.date, row]));
  for (const [i, actual] of points.entries()) {
    const date = plusDays(first, i);
    const from = rows.get(date) ?? bill.none(query, { date });
    comparison.figure({
      name: `\`sparkline\` on ${show(date)}`,
      actual,
      isRequired: true,
      expected: from.figures.cost ?? 0,
      from,
      exchange,
      possibleSlack: spread({}, date),
    });
  }
}
