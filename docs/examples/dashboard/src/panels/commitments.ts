import type { Client, ItemOf } from 'cloud-cost-contract';
import { html } from 'lit-html';
import { dayName, percent, usd } from '../figures.js';

/**
 * One page of the commitments of a provider.
 *
 * @param show shows another page
 */
export async function commitments(
  client: Client,
  provider: string,
  page: number,
  show: (page: number) => void,
) {
  const { items, pagination } = await client.listCommitments({ provider, page, page_size: 5 });
  const { total_items, total_pages, has_previous, has_next } = pagination;
  // Disabled for assistive technology only: a `disabled` button would lose the keyboard focus.
  const button = (name: string, isEnabled: boolean, other: number) => html`
    <button type="button" aria-disabled=${!isEnabled} @click=${() => isEnabled && show(other)}>${name}</button>
  `;
  return html`
    <div class="scroll">
      <table>
        <thead>
          <tr>
            ${['Commitment', 'Account', 'Kind', 'Status', 'Ends'].map((name) => html`<th scope="col">${name}</th>`)}
            ${['Used', 'A month'].map((name) => html`<th scope="col" class="number">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${items.map(row)}
        </tbody>
      </table>
    </div>
    <nav aria-label="Pages of commitments">
      ${button('Previous', has_previous, page - 1)}
      <output>${total_items === 0 ? 'No commitments' : `Page ${page} of ${total_pages}, ${total_items} commitments`}</output>
      ${button('Next', has_next, page + 1)}
    </nav>
  `;
}

const row = (commitment: ItemOf<'listCommitments'>) => html`<tr>
  <th scope="row">${commitment.service_label} <span class="id">${commitment.id}</span></th>
  <td>${commitment.account_name}</td>
  <td>${commitment.kind.replaceAll('_', ' ')}</td>
  <td><span class="status ${commitment.status}">${commitment.status}</span></td>
  <td>${dayName(commitment.end_date)}</td>
  <td class="number">${percent(commitment.current_utilization_pct)}</td>
  <td class="number">${usd(commitment.monthly_commitment_usd)}</td>
</tr>`;
