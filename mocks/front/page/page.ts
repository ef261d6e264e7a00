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
  const [form] = all<HTMLFormElement>('form', panel);
  if (!form) return;
  const { target, body } = row.dataset;
  const [path, text] = [fieldOf('target'), fieldOf('body')];
  if (!path || !text) return;
  path.value = target;
  if (body === undefined) text.parentElement?.remove();
  else text.value = indented(body);
  form.addEventListener('input', showCurl);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  showCurl();
  if (row.dataset.method === 'GET') void send();
  row.scrollIntoView({ block: 'nearest' });
}

const fieldOf = (name: 'target' | 'body') => all<HTMLInputElement>(`[name=${name}]`, panel ?? document)[0];

/** The request of the panel. */
function request(): { method: string; target: string; body: string | null } {
  const method = panel?.parentElement?.dataset.method ?? 'GET';
  return { method, target: fieldOf('target')?.value ?? '', body: fieldOf('body')?.value ?? null };
}

/** Removes a response that is no longer what the mock would return. */
function clearResponse(): void {
  for (const part of all('.call > .status, .call > .body')) part.textContent = '';
  for (const part of all('.call > .body')) part.hidden = true;
  showCurl();
}

function showCurl(): void {
  if (!panel) return;
  const { method, target, body } = request();
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const [curl] = all('.curl', panel);
  if (!curl) return;
  curl.textContent = [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    `-H ${quote(`Authorization: Bearer ${keyInput?.value || 'YOUR_KEY'}`)}`,
    ...Object.entries(sessionHeader()).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body ? [`-H 'Content-Type: application/json' -d ${quote(body)}`] : []),
    quote(location.origin + target),
  ].join(' ');
}

async function send(): Promise<void> {
  // `panel` may change before the response arrives.
  const current = panel;
  const [status] = all('.status', current ?? document);
  const [shown] = all('.body', current ?? document);
  if (!status || !shown) return;
  const { method, target, body } = request();
  status.textContent = 'Sending…';
  try {
    const response = await fetch(new URL(target, location.origin), {
      method,
      headers: {
        Authorization: `Bearer ${keyInput?.value ?? ''}`,
        ...sessionHeader(),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      body,
    });
    const text = await response.text();
    const warning = response.headers.get('Mock-Warning');
    status.textContent = `${response.status} ${response.statusText}${warning ? `: ${warning}` : ''}`;
    status.className = response.ok ? 'status' : 'status failed';
    shown.textContent = indented(text);
    shown.hidden = false;
    await showChanges();
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
  clearResponse();
}

const showChanges = setUpControls(showData);
// While typing: a change of the page as the field loses the focus would move what is being clicked.
keyInput?.addEventListener('input', clearResponse);
addEventListener('hashchange', open);
open();
