// @ts-check
import { html } from '../html.mjs';
import { bars } from './bars.mjs';

/**
 * The three figures of commitments in one small picture.
 *
 * @param {any} utilization answer of getCommitmentUtilization
 * @param {any} coverage answer of getCoverageRates
 * @param {any} rate answer of getEffectiveSavingsRate
 */
export function glanceFigure(utilization, coverage, rate) {
  const [service] = utilization.services;
  const rows = [
    { label: `Utilization, ${service.service}`, percent: service.utilization_pct },
    { label: 'Coverage', percent: coverage.totals.coverage_pct },
    { label: 'Savings rate', percent: rate.totals.total_rate_pct },
  ];
  return bars({
    title: rows.map(({ label, percent }) => `${label} ${percent} percent`).join(', '),
    rows: rows.map(({ label, percent }) => ({
      label,
      value: `${percent} %`,
      parts: [
        { kind: 'used', amount: percent },
        { kind: 'unused', amount: 100 - percent },
      ],
    })),
    legend: [],
    most: 100,
    caption: html``,
  });
}
