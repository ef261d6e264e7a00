import type { Client } from 'cloud-cost-contract';
import { html } from 'lit-html';
import { dayName, percent, roundUsd, usd } from '../figures.js';

/** The forecast cost of the month, and the daily cost of 30 days before and after today. */
export async function forecast(client: Client, provider: string) {
  const data = await client.getCostForecast({ provider });
  if (data.forecast_value === null) return html`<p class="note">This provider has no costs.</p>`;
  const through = data.actuals_through ? ` through ${dayName(data.actuals_through)}` : '';
  return html`
    <p class="headline">${roundUsd(data.forecast_value)}</p>
    <p>forecast, between ${roundUsd(data.forecast_low)} and ${roundUsd(data.forecast_high)}</p>
    <p>${percent(data.delta_pct_vs_last_month)} compared with last month</p>
    <p class="note">
      ${usd(data.booked_to_date)} booked${through}, then ${usd(data.daily_rate)} a day for
      ${data.days_remaining} days
    </p>
    ${sparkline(data.sparkline, data.future_start_index)}
  `;
}

const width = 600;
const height = 150;

/** Daily cost, scaled from the minimum to the maximum: it shows the trend, not the amount. */
function sparkline(points: readonly number[], futureStart: number) {
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const line = (from: number, to: number) =>
    points
      .slice(from, to)
      .map((value, index) => {
        const x = ((from + index) * width) / (points.length - 1);
        const y = height - ((value - least) / (most - least || 1)) * height;
        return `${x.toFixed(1)},${y.toFixed(1)}`;
      })
      .join(' ');
  return html`<figure>
    <svg viewBox="0 -5 ${width} ${height + 10}" preserveAspectRatio="none" aria-hidden="true">
      <polyline points=${line(0, futureStart)} />
      <polyline points=${line(Math.max(0, futureStart - 1), points.length)} class="future" />
    </svg>
    <figcaption class="note">
      Cost per day, between ${roundUsd(least)} and ${roundUsd(most)}: ${futureStart} days of actual cost, then
      ${points.length - futureStart} days of forecast
    </figcaption>
  </figure>`;
}
