import { changed, ignores } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { drops, every, isPurchase } from './row-changes.js';

const forecast = 'GET /costs/forecast';
const summary = 'GET /providers/*/costs/summary';
const isNull = () => null;

export const monthToDateFaults: readonly BillFault[] = [
  {
    name: 'the forecast of all providers ignores the cost basis of credits',
    caughtBy: 'bill.forecast-starts-from-the-booked-rows',
    fails: true,
    change: ignores(`${forecast}?provider=all`, 'credits'),
  },
  {
    name: 'a forecast that shows days one day late',
    caughtBy: 'bill.forecast-shows-past-days',
    fails: true,
    change: changed(forecast, 'sparkline', (points) => [points[0], ...points.slice(0, -1)]),
  },
  {
    name: 'booked costs without purchases',
    caughtBy: 'bill.forecast-starts-from-the-booked-rows',
    fails: true,
    rows: drops(isPurchase),
    when: forecast,
  },
  {
    name: 'a summary of billed and spread costs',
    caughtBy: 'bill.summary-is-the-sum-of-the-running-month',
    fails: true,
    rows: every((row) => ({ BilledCost: row.EffectiveCost })),
    when: summary,
  },
  {
    name: 'a summary of no services',
    caughtBy: 'bill.summary-is-the-sum-of-the-running-month',
    change: changed(summary, 'top_services', () => []),
  },
  {
    name: 'a summary of services with the second largest cost last',
    caughtBy: 'bill.summary-is-the-sum-of-the-running-month',
    change: changed(summary, 'top_services', ([first, second, ...others]) =>
      second ? [first, ...others, second] : [first],
    ),
  },
  {
    name: 'a summary without the change of the month',
    caughtBy: 'bill.summary-is-the-sum-of-the-running-month',
    change: changed(summary, 'monthly_spending_percentage', () => null),
  },
  {
    name: 'a summary without the changes of services',
    caughtBy: 'bill.summary-is-the-sum-of-the-running-month',
    change: changed(summary, 'top_services[].change_percentage', () => null),
  },
  {
    name: 'a forecast without what is booked',
    caughtBy: 'bill.forecast-starts-from-the-booked-rows',
    change: changed(forecast, 'booked_to_date', isNull),
  },
  {
    name: 'a forecast with a day without a value',
    caughtBy: 'bill.forecast-shows-past-days',
    change: changed(forecast, 'sparkline[7]', isNull),
  },
  {
    name: 'a forecast without points',
    caughtBy: 'bill.forecast-shows-past-days',
    change: changed(forecast, 'sparkline', () => []),
  },
];
