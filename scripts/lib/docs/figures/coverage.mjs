// @ts-check
import { html } from '../html.mjs';
import { bars, dollars } from './bars.mjs';

/** @param {any} data answer of getCoverageRates */
export function coverageFigure(data) {
  const { totals, services } = data;
  return bars({
    title: `Covered and on-demand spend by service: ${services.map((/** @type {any} */ one) => `${one.service_label} ${one.coverage_pct} percent covered`).join(', ')}`,
    rows: services.map((/** @type {any} */ one) => ({
      label: one.service_label,
      value: `${one.coverage_pct} %`,
      parts: [
        { kind: 'used', amount: one.covered_monthly },
        { kind: 'on-demand', amount: one.on_demand_monthly },
      ],
    })),
    legend: [
      { kind: 'used', label: 'covered by a commitment' },
      { kind: 'on-demand', label: 'on demand' },
    ],
    most: Math.max(...services.map((/** @type {any} */ one) => one.covered_monthly + one.on_demand_monthly)),
    caption: html`Dollars a month, ${data.measured_from} to ${data.measured_to}. Together ${dollars(totals.covered_monthly)} covered and ${dollars(totals.on_demand_monthly)} on demand: ${totals.coverage_pct} % of the dollars, not the mean of the percentages.`,
  });
}
