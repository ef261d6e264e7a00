// The script of the mock's front page: sends the operation in the URL fragment.

import { fragmentOf } from '../../../src/text/fragment-of.js';
import { sessionHeader } from './control-plane.js';
import { setUpControls } from './controls.js';
import { all } from './dom.js';

const [template] = all<HTMLTemplateElement>('#call');
const [keyInput] = all<HTMLInputElement>('#key');

/** The panel of the open operation. */
let panel: HTMLElement | null = null;

/** Opens the operation in the URL fragment and sends it if it is a GET. */
function open(): void {
  panel?.remove();
  const row = document.getElementById(fragmentOf(location));
  if (!row?.dataset.target || !template) return;
  panel = document.createElement('div');
  panel.className = 'call';
  panel.append(template.content.cloneNode(true));
  row.append(panel);
  const [input] = all<HTMLInputElement>('[name=target]', panel);
  const [form] = all<HTMLFormElement>('form', panel);
  if (!input || !form) return;
  input.value = row.dataset.target;
  input.addEventListener('input', () => showCurl(row, input.value));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(row, input.value);
  });
  showCurl(row, input.value);
  if (row.dataset.method === 'GET') void send(row, input.value);
  row.scrollIntoView({ block: 'nearest' });
}

function showCurl({ dataset }: HTMLElement, target: string): void {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const [curl] = all('.curl', panel ?? document);
  if (!curl) return;
  curl.textContent = [
    'curl',
    ...(dataset.method === 'GET' ? [] : ['-X', dataset.method]),
    `-H ${quote(`Authorization: Bearer ${keyInput?.value || 'YOUR_KEY'}`)}`,
    ...Object.entries(sessionHeader()).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(dataset.body ? [`-H 'Content-Type: application/json' -d ${quote(dataset.body)}`] : []),
    quote(location.origin + target),
  ].join(' ');
}

async function send({ dataset }: HTMLElement, target: string): Promise<void> {
  // `panel` may change before the response arrives.
  const current = panel;
  const [status] = all('.status', current ?? document);
  const [body] = all('.body', current ?? document);
  if (!status || !body) return;
  status.textContent = 'Sending…';
  try {
    const response = await fetch(new URL(target, location.origin), {
      method: dataset.method ?? 'GET',
      headers: {
        Authorization: `Bearer ${keyInput?.value ?? ''}`,
        ...sessionHeader(),
        ...(dataset.body ? { 'Content-Type': 'application/json' } : {}),
      },
      body: dataset.body ?? null,
    });
    const text = await response.text();
    const warning = response.headers.get('Mock-Warning');
    status.textContent = `${response.status} ${response.statusText}${warning ? `: ${warning}` : ''}`;
    status.className = response.ok ? 'status' : 'status failed';
    body.textContent = indented(text);
    body.hidden = false;
  } catch (error) {
    status.textContent = `Request failed: ${error instanceof Error ? error.message : error}`;
    status.className = 'status failed';
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Shows the ids of the current dataset: those of the page are of the dataset that it was loaded with. */
async function showData(): Promise<void> {
  const response = await fetch('/', { headers: sessionHeader() });
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const row of all('li[data-target]')) {
    const { target, body } = fresh.getElementById(row.id)?.dataset ?? {};
    if (target !== undefined) row.dataset.target = target;
    if (body !== undefined) row.dataset.body = body;
  }
  const [shown, current] = [document, fresh].map((page) => all('header p', page)[0]);
  if (shown && current) shown.replaceWith(document.adoptNode(current));
}

setUpControls(showData);
keyInput?.addEventListener('change', open);
addEventListener('hashchange', open);
open();
