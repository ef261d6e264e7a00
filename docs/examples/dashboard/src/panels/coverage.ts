import type { Client, DataOf } from 'cloud-cost-contract';
import { html } from 'lit-html';
import { bar, dayName, percent, roundUsd } from '../figures.js';

type Service = DataOf<'getCoverageRates'>['services'][number];

/** The share of each service's spend that commitments cover. Longer bars are more spend. */
export async function coverage(client: Client, provider: string) {
  const { measured, measured_from, measured_to, totals, services } = await client.getCoverageRates({
    provider,
  });
  if (!measured) return html`<p class="note">This provider is not measured yet.</p>`;
  if (services.length === 0) return html`<p class="note">This provider has no spend to cover.</p>`;
  const spendOf = ({ covered_monthly, on_demand_monthly }: Service) =>
    (covered_monthly ?? 0) + (on_demand_monthly ?? 0);
  const largest = Math.max(...services.map(spendOf));
  const row = (service: Service) => {
    const covered = service.covered_monthly ?? 0;
    const parts = [
      { name: 'commitments', from: 0, to: covered },
      { name: 'rest', from: covered, to: spendOf(service) },
    ];
    return html`<tr>
      <th scope="row">${service.service_label}</th>
      <td>${bar(parts, 0, largest)}</td>
      <td class="number">${percent(service.coverage_pct)}</td>
    </tr>`;
  };
  const days = measured_from && measured_to ? `, ${dayName(measured_from)} to ${dayName(measured_to)}` : '';
  return html`
    <p class="headline">${percent(totals.coverage_pct)}</p>
    <p>of the spend that a commitment could cover${days}</p>
    <p class="legend">
      <span class="key commitments">covered ${roundUsd(totals.covered_monthly)}</span>
      <span class="key rest">on demand ${roundUsd(totals.on_demand_monthly)}</span>
    </p>
    <table>
      <caption>By service. Longer bars are more spend.</caption>
      ${services.map(row)}
    </table>
  `;
}
