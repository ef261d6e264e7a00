import { changed, ignores } from '../changes.js';
import { billFaults, computesFor, fails } from './bill-fault.js';
import { drops, every, isPurchase } from './row-changes.js';

const forecast = 'GET /costs/forecast';
const summary = 'GET /providers/*/costs/summary';

export const monthToDateFaults = billFaults({
  'bill.forecast-starts-from-the-booked-rows': {
    'the forecast of all providers ignores the cost basis of credits': fails(
      ignores(`${forecast}?provider=all`, 'credits'),
    ),
    'booked costs without purchases': fails(computesFor(forecast, drops(isPurchase))),
    'a forecast without what is booked': changed(forecast, 'booked_to_date', null),
  },
  'bill.forecast-shows-past-days': {
    'a forecast that shows days one day late': fails(
      changed(forecast, 'sparkline', (points) => [points[0], ...points.slice(0, -1)]),
    ),
    'a forecast with a day without a value': changed(forecast, 'sparkline[7]', null),
    'a forecast without points': changed(forecast, 'sparkline', []),
  },
  'bill.summary-is-the-sum-of-the-running-month': {
    'a summary of billed and spread costs': fails(
      computesFor(
        summary,
        every((row) => ({ BilledCost: row.EffectiveCost })),
      ),
    ),
    'a summary of no services': changed(summary, 'top_services', []),
    'a summary of services with the second largest cost last': changed(
      summary,
      'top_services',
      ([first, second, ...others]) => (second ? [first, ...others, second] : [first]),
    ),
    'a summary without the change of the month': changed(summary, 'monthly_spending_percentage', null),
    'a summary without the changes of services': changed(summary, 'top_services[].change_percentage', null),
  },
});
