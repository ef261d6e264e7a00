import type { Client, ItemOf } from 'cloud-cost-contract';
import { dayName, inWords, percent, usd } from '../figures.js';
import { element, find } from '../html.js';
import { panel } from '../panel.js';

const pageSize = 5;

/** Every commitment of a provider, page by page. */
export function commitmentsPanel(client: Client, onFailure: (error: unknown) => void) {
  const section = find(document, '#commitments');
  const previous = find<HTMLButtonElement>(section, '.previous');
  const next = find<HTMLButtonElement>(section, '.next');
  const position = find(section, 'output');
  let provider = '';
  let page = 1;

  const show = panel('commitments', onFailure, async () => {
    const { items, pagination } = await client.listCommitments({ provider, page, page_size: pageSize });
    const { total_items, total_pages, has_previous, has_next } = pagination;
    enable(previous, has_previous, next);
    enable(next, has_next, previous);
    position.textContent =
      total_items === 0 ? 'No commitment' : `Page ${page} of ${total_pages}, ${total_items} commitments`;
    return items.map(row);
  });
  const turn = (pages: number) => {
    page += pages;
    void show();
  };
  previous.addEventListener('click', () => turn(-1));
  next.addEventListener('click', () => turn(1));

  return async (chosen: string) => {
    provider = chosen;
    page = 1;
    await show();
  };
}

/** A button that goes out under the reader's finger hands the focus on. */
function enable(button: HTMLButtonElement, enabled: boolean, other: HTMLButtonElement): void {
  const hadFocus = document.activeElement === button;
  button.disabled = !enabled;
  if (hadFocus && !enabled) other.focus();
}

function row(commitment: ItemOf<'listCommitments'>): HTMLElement {
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      commitment.service_label,
      element('span', { class: 'id' }, commitment.id),
    ),
    element('td', {}, commitment.account_name),
    element('td', {}, inWords(commitment.kind)),
    element('td', {}, element('span', { class: `status ${commitment.status}` }, commitment.status)),
    element('td', {}, dayName(commitment.end_date)),
    element('td', { class: 'number' }, percent(commitment.current_utilization_pct)),
    element('td', { class: 'number' }, usd(commitment.monthly_commitment_usd)),
  );
}
