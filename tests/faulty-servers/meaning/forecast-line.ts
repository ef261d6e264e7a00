import { also, onMock } from '../faulty-server.js';
import { dataOf } from './figures.js';

const forecast = 'GET /costs/forecast';

/** Servers with a forecast whose line contradicts its figures. */
export const forecastLineServers = onMock({
  'forecast.empty-has-no-figures': {
    'a forecast of 0 without costs': dataOf(forecast, (data) => {
      if (data.sparkline.length === 0) data.forecast_value = 0;
    }),
  },
  'forecast.remaining-days-end-the-month': {
    'a forecast that counts the last day with costs as remaining': also(
      dataOf(forecast, (data) => {
        if (data.days_remaining === null) return;
        data.days_remaining += 1;
        for (const name of ['forecast_value', 'forecast_low', 'forecast_high']) data[name] += data.daily_rate;
      }),
      'costs.summary-is-the-month-of-the-forecast',
    ),
  },
  'forecast.sample-and-thin-days-fit-the-window': {
    'thin days outside the window': dataOf(forecast, (data) => {
      if (data.daily_rate_window_days) data.daily_rate_window_days -= 1;
    }),
  },
  'forecast.rate-is-the-mean-of-sample-days': {
    'a forecast that counts one sample day too few': dataOf(forecast, (data) => {
      if (data.daily_rate_sample_days) data.daily_rate_sample_days -= 5;
    }),
  },
  'forecast.line-goes-on-at-the-rate': {
    'a line that ends at zero': dataOf(forecast, ({ sparkline }) => {
      if (sparkline.length > 0) sparkline[sparkline.length - 1] = 0;
    }),
  },
  'forecast.value-is-the-month-of-the-line': {
    'a line that goes on at half of the rate': also(
      dataOf(forecast, (data) => {
        const { sparkline, future_start_index: index } = data;
        data.sparkline = sparkline.map((amount: number, at: number) => (at < index ? amount : amount / 2));
      }),
      'forecast.line-goes-on-at-the-rate',
    ),
  },
  'forecast.past-is-the-same-for-every-horizon': {
    'a past of the forecast that depends on the horizon': dataOf(forecast, ({ sparkline }, { query }) => {
      if (query.get('horizon') === 'year') sparkline[0] *= 2;
    }),
  },
  'forecast.past-is-the-timeline': {
    'a past of the forecast that is a day behind': also(
      dataOf(forecast, (data) => {
        const { sparkline, future_start_index: index } = data;
        if (sparkline.length > 0) sparkline.splice(0, index, sparkline[0], ...sparkline.slice(0, index - 1));
      }),
      'forecast.booked-is-the-month-so-far',
      'forecast.rate-is-the-mean-of-sample-days',
    ),
  },
});
