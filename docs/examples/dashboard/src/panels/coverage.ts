import type { Client } from 'cloud-cost-contract';
import { daysName, percent, roundUsd } from '../figures.js';
import { element } from '../html.js';
import { notMeasured, panel } from '../panel.js';

/** How much of each service's spend commitments cover; a bar is as long as the spend is large. */
export function coveragePanel(client: Client, onFailure: (error: unknown) => void) {
  return panel('coverage', onFailure, async (provider: string) => {
    const { measured, measured_from, measured_to, totals, services } = await client.getCoverageRates({
      provider,
    });
    if (!measured)
      return [notMeasured('This provider is not measured yet. That is not the same as no cover.')];
    if (services.length === 0)
      return [notMeasured('This provider has no spend that a commitment could cover.')];
    const largest = Math.max(
      ...services.map(
        ({ covered_monthly, on_demand_monthly }) => (covered_monthly ?? 0) + (on_demand_monthly ?? 0),
      ),
    );
    return [
      element('p', { class: 'headline' }, percent(totals.coverage_pct)),
      element(
        'p',
        {},
        'of the spend a commitment could cover',
        measured_from && measured_to ? `, ${daysName(measured_from, measured_to)}` : '',
      ),
      element(
        'p',
        { class: 'legend' },
        element('span', { class: 'key commitments' }, 'covered ', roundUsd(totals.covered_monthly)),
        element('span', { class: 'key rest' }, 'on demand ', roundUsd(totals.on_demand_monthly)),
      ),
      element(
        'table',
        { class: 'bars' },
        element('caption', {}, 'By service; a longer bar is more spend'),
        ...services.map((service) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, service.service_label),
            element('td', { class: 'bar' }, coverageBar(service, largest)),
            element('td', { class: 'number' }, percent(service.coverage_pct)),
          ),
        ),
      ),
    ];
  });
}

interface Spend {
  readonly covered_monthly: number | null;
  readonly on_demand_monthly: number | null;
}

function coverageBar({ covered_monthly, on_demand_monthly }: Spend, largest: number): HTMLElement {
  const parts = [
    ['commitments', covered_monthly ?? 0],
    ['rest', on_demand_monthly ?? 0],
  ] as const;
  return element(
    'div',
    { class: 'stack', 'aria-hidden': 'true' },
    ...parts.map(([name, dollars]) => {
      const part = element('div', { class: `part ${name}` });
      part.style.width = `${(100 * dollars) / (largest || 1)}%`;
      return part;
    }),
  );
}
