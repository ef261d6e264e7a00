// @ts-check
import { html } from '../html.mjs';
import { bars, hours } from './bars.mjs';

/** @param {any} data answer of getCommitmentUtilization */
export function utilizationFigure(data) {
  const services = data.services.filter((/** @type {any} */ one) => one.purchased_hours > 0);
  return bars({
    title: `Utilization of reservations by service: ${services.map((/** @type {any} */ one) => `${one.service_label} ${one.utilization_pct} percent`).join(', ')}`,
    rows: services.map((/** @type {any} */ one) => ({
      label: one.service_label,
      value: `${one.utilization_pct} %`,
      parts: [
        { kind: 'used', amount: one.utilization_pct },
        { kind: 'unused', amount: 100 - one.utilization_pct },
      ],
    })),
    legend: [
      { kind: 'used', label: 'used hours' },
      { kind: 'unused', label: 'bought, but not used' },
    ],
    most: 100,
    caption: html`Reservations from ${data.start} to ${data.end}. ${services[0] && `${services[0].service_label}: ${hours(services[0].used_hours)} used of ${hours(services[0].purchased_hours)} bought is ${services[0].utilization_pct} %.`} Each bar has hours of its own, so there is no average over them.`,
  });
}
