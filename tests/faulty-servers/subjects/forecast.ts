import { changed, changedData, queried, refuses } from '../changes.js';
import { plus, plusUnlessZero, swapped, times } from '../edited.js';
import { also, onIndependent, onMock } from '../faulty-server.js';

const forecast = 'GET /costs/forecast';

export const forecastServers = [
  ...onIndependent({
    'forecast.sample-fits-its-window': {
      'more sample days than window days': also(
        changed(forecast, 'daily_rate_sample_days', (_, data) => data.daily_rate_window_days + 5),
        'forecast.sample-and-thin-days-fit-the-window',
      ),
    },
    'forecast.value-lies-in-its-band': {
      'low and high of the forecast swapped': changed(forecast, '', swapped('forecast_low', 'forecast_high')),
    },
    'forecast.confidence-is-a-percentage': {
      'a confidence above 100 percent': also(
        changed(forecast, 'confidence_pct', 180),
        'fields.values-are-in-bounds',
      ),
    },
    'forecast.credits-are-as-requested': {
      'a forecast of provider_b before credits by default': also(
        changed(`${forecast}?!credits`, 'credits', 'before'),
        'parameters.default-is-as-documented',
      ),
    },
    'forecast.actuals-are-past': {
      'actual costs in the future': also(
        changed(forecast, 'actuals_through', '2031-01-01'),
        'forecast.age-of-actuals-is-correct',
      ),
    },
    'forecast.age-of-actuals-is-correct': {
      'too many days since the last actual costs': changed(forecast, 'days_since_last_actual', plus(20)),
    },
    'forecast.sparkline-has-60-points': {
      'a sparkline of 30 days': changed(forecast, 'sparkline', (points) => points.slice(0, 30)),
    },
    'forecast.future-starts-after-30-days': {
      'a forecast that starts after 31 points': also(
        changed(forecast, 'future_start_index', (index) => (index === 30 ? 31 : index)),
        'forecast.booked-is-the-month-so-far',
      ),
    },
    'forecast.every-provider-has-one': {
      '404 for the forecast of all providers': also(
        refuses(`${forecast}?provider=all`, 404),
        'errors.status-is-documented',
      ),
    },
    'forecast.of-unknown-provider-is-empty': {
      'the forecast of all providers for an unknown one': queried(`${forecast}?provider=no_such_provider`, {
        provider: 'all',
      }),
      '404 for the forecast of an unknown provider': also(
        refuses(`${forecast}?provider=no_such_provider`, 404),
        'errors.status-is-documented',
      ),
    },
    'forecast.provider-a-stays-on-its-basis': {
      'credits change the forecast of provider_a': changed(
        `${forecast}?credits=before`,
        'forecast_value',
        times(1.05),
      ),
    },
  }),
  ...onMock({
    'forecast.sample-and-thin-days-fit-the-window': {
      'thin days outside the window': changed(forecast, 'daily_rate_window_days', plusUnlessZero(-1)),
    },
    'forecast.holds-what-is-booked': {
      'a forecast below the amount booked to date': also(
        changed(forecast, '', ({ forecast_low, forecast_value, forecast_high, ...line }) => ({
          ...line,
          forecast_high: forecast_high / 4,
          forecast_value: forecast_value / 4,
          forecast_low: forecast_low / 4,
        })),
        'forecast.value-follows-from-the-rate',
        'forecast.value-is-the-month-of-the-line',
        'costs.summary-is-the-month-of-the-forecast',
        'forecast.empty-has-no-figures',
      ),
    },
    'forecast.empty-has-no-figures': {
      'a forecast of 0 without costs': changedData(forecast, (data) => {
        if (data.sparkline.length === 0) data.forecast_value = 0;
      }),
    },
    'forecast.figures-are-known-together': {
      'a forecast without its confidence': changed(forecast, 'confidence_pct', null),
    },
    'forecast.value-follows-from-the-rate': {
      'a forecast with one remaining day too many': also(
        changed(forecast, 'days_remaining', plusUnlessZero(1)),
        'forecast.remaining-days-end-the-month',
      ),
    },
    'forecast.booked-is-the-month-so-far': {
      'half of the amount booked to date': also(
        changed(forecast, 'booked_to_date', times(0.5)),
        'forecast.value-follows-from-the-rate',
        'forecast.value-is-the-month-of-the-line',
        'budgets.spend-is-part-of-the-provider',
        'costs.summary-is-the-month-of-the-forecast',
      ),
    },
    'forecast.remaining-days-end-the-month': {
      'a forecast that counts the last day with costs as remaining': also(
        changedData(forecast, (data) => {
          if (data.days_remaining === null) return;
          data.days_remaining += 1;
          for (const name of ['forecast_value', 'forecast_low', 'forecast_high'])
            data[name] += data.daily_rate;
        }),
        'costs.summary-is-the-month-of-the-forecast',
      ),
    },
    'forecast.rate-is-the-mean-of-sample-days': {
      'a forecast that counts one sample day too few': changed(
        forecast,
        'daily_rate_sample_days',
        plusUnlessZero(-5),
      ),
    },
    'forecast.value-is-the-month-of-the-line': {
      'a line that goes on at half of the rate': also(
        changedData(forecast, (data) => {
          const { sparkline, future_start_index: index } = data;
          data.sparkline = sparkline.map((amount: number, at: number) => (at < index ? amount : amount / 2));
        }),
        'forecast.line-goes-on-at-the-rate',
      ),
    },
    'forecast.line-goes-on-at-the-rate': {
      'a line that ends at zero': changedData(forecast, ({ sparkline }) => {
        if (sparkline.length > 0) sparkline[sparkline.length - 1] = 0;
      }),
    },
    'forecast.past-is-the-same-for-every-horizon': {
      'a past of the forecast that depends on the horizon': changedData(
        forecast,
        ({ sparkline }, { query }) => {
          if (query.get('horizon') === 'year') sparkline[0] *= 2;
        },
      ),
    },
    'forecast.horizon-ends-with-its-period': {
      'a forecast of the year that ends with the quarter': queried(`${forecast}?horizon=year`, {
        horizon: 'quarter',
      }),
    },
    'forecast.past-is-the-timeline': {
      'a past of the forecast that is a day behind': also(
        changedData(forecast, (data) => {
          const { sparkline, future_start_index: index } = data;
          if (sparkline.length > 0)
            sparkline.splice(0, index, sparkline[0], ...sparkline.slice(0, index - 1));
        }),
        'forecast.booked-is-the-month-so-far',
        'forecast.rate-is-the-mean-of-sample-days',
      ),
    },
    'forecast.all-is-the-sum-of-providers': {
      'the forecast of provider_a for all providers': also(
        queried(`${forecast}?provider=all`, { provider: 'provider_a' }),
        'forecast.line-of-all-is-the-sum-of-providers',
      ),
    },
    'forecast.credits-only-lower-costs': {
      'lower costs before credits than after credits': also(
        changed(`${forecast}?credits=before&provider=provider_b`, 'booked_to_date', times(0.5)),
        'forecast.value-follows-from-the-rate',
        'forecast.value-is-the-month-of-the-line',
        'forecast.booked-is-the-month-so-far',
      ),
    },
    'forecast.line-of-all-is-the-sum-of-providers': {
      'half of the sparkline for all providers': also(
        changed(forecast, 'sparkline[]', (usd, _, { query }) =>
          (query.get('provider') ?? 'all') === 'all' ? usd / 2 : usd,
        ),
        'forecast.value-is-the-month-of-the-line',
        'forecast.booked-is-the-month-so-far',
        'forecast.line-goes-on-at-the-rate',
      ),
    },
  }),
];
