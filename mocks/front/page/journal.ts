import type { JournalEntry } from '../../control/journal/journal-entry.js';
import { callControl } from './control-plane.js';
import { all, type Card, element } from './dom.js';

/** The most requests that are shown. */
const most = 50;

/** @returns a function that reads and shows the latest requests, and returns whether there is a new one */
export function setUpJournal(card: Card): () => Promise<boolean> {
  const [list] = all('ol', card.root) as [HTMLElement];
  let latest = '';
  return async () => {
    const { requests } = (await callControl(`journal?last=${most}`)) as { requests: readonly JournalEntry[] };
    // Ids start again after a reset.
    const ids = requests.map(({ request_id, started_at }) => `${request_id} ${started_at}`);
    const known = ids.lastIndexOf(latest);
    if (known < 0) list.replaceChildren();
    const added = requests.slice(known + 1);
    // The page itself is of no interest.
    for (const entry of added.filter(({ stage }) => stage !== 'front')) list.prepend(item(entry));
    while (list.children.length > most) list.lastChild?.remove();
    latest = ids.at(-1) ?? '';
    return added.length > 0;
  };
}

function item({
  method,
  target,
  status,
  duration_ms,
  reason,
  warnings,
  started_at,
}: JournalEntry): HTMLElement {
  const made = element('li', '', 'entry');
  const line = element('p', '');
  line.append(element('b', method), ' ', element('code', target));
  const time = element('time', started_at.slice(11, 19));
  const result = element('p', '', status < 400 ? '' : 'failed');
  result.append(element('strong', String(status)), ` ${duration_ms.toFixed(1)} ms, `, time);
  made.append(line, result, element('p', [reason, ...warnings].join(' '), 'reason'));
  return made;
}
