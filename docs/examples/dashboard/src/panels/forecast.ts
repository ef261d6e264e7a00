import type { Client } from 'cloud-cost-contract';
import { dayName, percent, roundUsd, usd } from '../figures.js';
import { element, shape } from '../html.js';
import { notMeasured, panel } from '../panel.js';

/** What the month will cost, and 30 days of cost on either side of today. */
export function forecastPanel(client: Client, onFailure: (error: unknown) => void) {
  return panel('forecast', onFailure, async (provider: string) => {
    const forecast = await client.getCostForecast({ provider });
    if (forecast.forecast_value === null) return [notMeasured('This provider has no costs.')];
    const { actuals_through, days_remaining } = forecast;
    return [
      element(
        'div',
        { class: 'beside' },
        element('p', { class: 'headline' }, roundUsd(forecast.forecast_value)),
        element(
          'p',
          {},
          'forecast, between ',
          roundUsd(forecast.forecast_low),
          ' and ',
          roundUsd(forecast.forecast_high),
        ),
        element('p', {}, percent(forecast.delta_pct_vs_last_month), ' against last month'),
        element(
          'p',
          { class: 'legend' },
          element('span', { class: 'key actual' }, 'actual cost a day'),
          element('span', { class: 'key future' }, 'forecast, ', usd(forecast.daily_rate), ' a day'),
        ),
        element(
          'p',
          { class: 'note' },
          usd(forecast.booked_to_date),
          ` booked${actuals_through ? ` through ${dayName(actuals_through)}` : ''}, ${days_remaining} days to come`,
        ),
      ),
      sparkline(forecast.sparkline, forecast.future_start_index),
    ];
  });
}

const width = 600;
const height = 150;
const margin = 6;

const dollarsADay = (value: number) => `$${value.toFixed(0)}`;

/** Cost day by day, from the least to the most that is shown: the shape counts, not the height. */
function sparkline(points: readonly number[], futureStart: number): Node {
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const x = (index: number) => (index * width) / Math.max(1, points.length - 1);
  const y = (value: number) =>
    height - margin - ((value - least) / (most - least || 1)) * (height - 2 * margin);
  const line = (from: number, to: number) =>
    points
      .slice(from, to)
      .map((value, index) => `${x(from + index).toFixed(1)},${y(value).toFixed(1)}`)
      .join(' ');
  const today = Math.max(0, futureStart - 1);
  const label = `Cost a day, between ${dollarsADay(least)} and ${dollarsADay(most)}`;
  return element(
    'figure',
    {},
    shape(
      'svg',
      {
        viewBox: `0 0 ${width} ${height}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': label,
      },
      shape('line', { class: 'today', x1: x(today), x2: x(today), y1: 0, y2: height }),
      shape('polyline', { class: 'actual', points: line(0, futureStart) }),
      shape('polyline', { class: 'future', points: line(today, points.length) }),
    ),
    element(
      'div',
      { class: 'dollars' },
      element('span', {}, dollarsADay(most)),
      element('span', {}, dollarsADay(least)),
    ),
    element(
      'div',
      { class: 'days' },
      element('span', {}, `${futureStart} days ago`),
      element('span', {}, 'today'),
      element('span', {}, `in ${points.length - futureStart} days`),
    ),
  );
}
