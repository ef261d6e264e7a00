import { answers, type Defect, dataOf, onMock, refusal, requests, withQuery } from '../defect.js';

const forecast = 'GET /costs/forecast' as const;

export const forecastDefects: readonly Defect[] = [
  {
    name: 'a sparkline of 30 days',
    kills: 'forecast.sparkline-has-60-points',
    also: ['fields.choices-are-kept'],
    wrap: dataOf(forecast, (line) => {
      line.sparkline = line.sparkline.slice(0, 30);
    }),
  },
  {
    name: 'the forecast starts after 31 points',
    kills: 'forecast.future-starts-after-30-days',
    wrap: dataOf(forecast, (line) => {
      if (line.future_start_index === 30) line.future_start_index = 31;
    }),
  },
  {
    name: 'low and high of the forecast swapped',
    kills: 'forecast.value-lies-in-its-band',
    wrap: dataOf(forecast, (line) => {
      [line.forecast_low, line.forecast_high] = [line.forecast_high, line.forecast_low];
    }),
  },
  {
    name: 'a confidence above 100 percent',
    kills: 'forecast.confidence-is-a-percentage',
    also: ['fields.values-are-in-bounds'],
    wrap: dataOf(forecast, (line) => {
      line.confidence_pct = 180;
    }),
  },
  {
    name: 'no forecast for all providers together',
    kills: 'forecast.every-provider-has-one',
    also: ['errors.status-is-documented'],
    wrap: answers(forecast, (answer, { query }) =>
      query.get('provider') === 'all' ? refusal(404, 'NOT_FOUND') : answer,
    ),
  },
  {
    name: 'credits change the forecast of provider_a',
    kills: 'forecast.provider-a-stays-on-its-basis',
    wrap: dataOf(forecast, (line, { query }) => {
      if (query.get('credits') === 'before') line.forecast_value *= 1.05;
    }),
  },
  {
    name: 'a forecast of provider_b before credits by default',
    kills: 'forecast.credits-are-as-asked',
    also: ['parameters.default-is-as-documented'],
    wrap: dataOf(forecast, (line, { query }) => {
      if (!query.has('credits')) line.credits = 'before';
    }),
  },
  {
    name: 'actual costs of the future',
    kills: 'forecast.actuals-are-past',
    also: ['forecast.age-of-actuals-is-told'],
    wrap: dataOf(forecast, (line) => {
      line.actuals_through = '2031-01-01';
    }),
  },
  {
    name: 'the last actual costs are older than told',
    kills: 'forecast.age-of-actuals-is-told',
    wrap: dataOf(forecast, (line) => {
      line.days_since_last_actual += 20;
    }),
  },
  {
    name: 'more sample days than the window has',
    kills: 'forecast.sample-fits-its-window',
    wrap: dataOf(forecast, (line) => {
      line.daily_rate_sample_days = line.daily_rate_window_days + 5;
    }),
  },
  {
    name: 'all providers together are provider_a',
    kills: 'forecast.all-is-the-sum-of-providers',
    also: ['forecast.line-of-all-is-the-sum-of-providers'],
    base: 'mock',
    wrap: requests(forecast, (request) =>
      request.query.get('provider') === 'all'
        ? withQuery(request, (query) => query.set('provider', 'provider_a'))
        : request,
    ),
  },
  ...onMock([
    {
      name: 'costs before credits that are less than after them',
      kills: 'forecast.credits-only-lower-costs',
      also: ['forecast.value-follows-from-the-rate', 'forecast.booked-is-the-month-so-far'],
      wrap: dataOf(forecast, (line, { query }) => {
        if (query.get('credits') === 'before' && query.get('provider') === 'provider_b')
          line.booked_to_date /= 2;
      }),
    },
    {
      name: 'the line of all providers is their mean',
      kills: 'forecast.line-of-all-is-the-sum-of-providers',
      also: ['forecast.booked-is-the-month-so-far'],
      wrap: dataOf(forecast, (line, { query }) => {
        if ((query.get('provider') ?? 'all') !== 'all') return;
        line.sparkline = line.sparkline.map((cost: number) => cost / 2);
      }),
    },
    {
      name: 'more booked than is forecast',
      kills: 'forecast.holds-what-is-booked',
      also: ['forecast.value-follows-from-the-rate'],
      wrap: dataOf(forecast, (line) => {
        line.forecast_high /= 4;
        line.forecast_value /= 4;
        line.forecast_low /= 4;
      }),
    },
  ]),
];
