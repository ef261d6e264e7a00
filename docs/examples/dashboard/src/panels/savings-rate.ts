import type { Client, DataOf } from 'cloud-cost-contract';
import { html } from 'lit-html';
import { bar, monthName, type Part, percent, roundUsd } from '../figures.js';

type Account = DataOf<'getEffectiveSavingsRate'>['accounts'][number];

/** The savings of commitments and negotiated prices compared with on-demand prices, by account. */
export async function savingsRate(client: Client) {
  const { period, totals, accounts } = await client.getEffectiveSavingsRate();
  const month = monthName(period);
  if (!totals.measured) return html`<p class="note">Nothing was measured in ${month}.</p>`;
  const rates = accounts.map(({ total_rate_pct }) => total_rate_pct ?? 0);
  const row = (account: Account) => html`<tr>
    <th scope="row">${account.account_name}</th>
    <td>${bar(partsOf(account), Math.min(0, ...rates), Math.max(0, ...rates))}</td>
    <td class="number">${percent(account.total_rate_pct)}</td>
    <td class="number">${roundUsd(account.total_saved)}</td>
  </tr>`;
  return html`
    <p class="headline">${percent(totals.total_rate_pct)}</p>
    <p>
      ${roundUsd(totals.total_saved)} saved of ${roundUsd(totals.on_demand_equivalent)} at on-demand prices in
      ${month}
    </p>
    <p class="legend">
      <span class="key commitments">commitments ${percent(totals.commitment_rate_pct)}</span>
      <span class="key negotiated">negotiated prices ${percent(totals.negotiated_rate_pct)}</span>
      ${rates.some((rate) => rate < 0) ? html`<span class="key loss">costs more than it saves</span>` : ''}
    </p>
    <table>
      <caption>By account</caption>
      ${accounts.map(row)}
    </table>
  `;
}

/** The two rates side by side; a loss extends to the left of zero. */
function partsOf({ commitment_rate_pct, negotiated_rate_pct }: Account): Part[] {
  const commitments = commitment_rate_pct ?? 0;
  const saved = Math.max(0, commitments);
  return [
    { name: commitments < 0 ? 'loss' : 'commitments', from: 0, to: commitments },
    { name: 'negotiated', from: saved, to: saved + (negotiated_rate_pct ?? 0) },
  ];
}
