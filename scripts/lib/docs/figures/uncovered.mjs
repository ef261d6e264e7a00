// @ts-check
import { html } from '../html.mjs';
import { bars } from './bars.mjs';

/** @param {any[]} parts answer of listUncoveredSpend */
export function uncoveredFigure(parts) {
  const own = parts.filter(({ provider }) => provider === 'provider_a');
  const [steadiest] = [...own].sort((a, b) => a.volatility_ratio - b.volatility_ratio);
  const labelOf = (/** @type {any} */ { service_label, platform }) =>
    platform ? `${service_label}, ${platform}` : service_label;
  return bars({
    title: `Uncovered spend an hour: ${own.map((part) => `${labelOf(part)} at least ${price(part.on_demand_hourly_min)}, on average ${price(part.on_demand_hourly_avg)}`).join('; ')}`,
    rows: own.map((part) => ({
      label: labelOf(part),
      value: price(part.on_demand_hourly_avg),
      parts: [
        { kind: 'on-demand', amount: part.on_demand_hourly_min },
        { kind: 'above', amount: part.on_demand_hourly_avg - part.on_demand_hourly_min },
      ],
    })),
    legend: [
      { kind: 'on-demand', label: 'floor: there every hour' },
      { kind: 'above', label: 'up to the average hour' },
    ],
    most: Math.max(...own.map(({ on_demand_hourly_avg }) => on_demand_hourly_avg)),
    caption: html`Dollars an hour that nothing covers. ${labelOf(steadiest)} is nearly all floor, so it can be committed to safely; a part whose floor is near zero is better left on demand, whatever its average.`,
  });
}

/** @param {number} amount in dollars */
function price(amount) {
  return `$${amount.toFixed(2)}`;
}
