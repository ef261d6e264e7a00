import { highlight } from '../../../scripts/lib/docs/highlight.mjs';

/** Shows what came back: status, time, headers, body. */
export async function showAnswer(
  place: HTMLElement,
  response: Response,
  milliseconds: number,
): Promise<void> {
  const text = await response.text();
  const status = document.createElement('p');
  status.className = `status ${response.ok ? 'good' : 'bad'}`;
  const code = document.createElement('strong');
  code.textContent = String(response.status || 'redirect');
  status.append(code, ` ${errorCodeIn(text)} in ${Math.max(1, Math.round(milliseconds))} ms`);

  const headers = document.createElement('details');
  const summary = document.createElement('summary');
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  summary.textContent = `${lines.length} headers`;
  headers.append(summary, block(lines.join('\n'), 'http'));
  place.replaceChildren(status, headers, block(indented(text), 'json'));
  reveal(place);
}

/** Says why there is no answer. */
export function showProblem(place: HTMLElement, message: string): void {
  const line = document.createElement('p');
  line.className = 'status bad';
  line.textContent = message;
  place.replaceChildren(line);
  reveal(place);
}

export function clearAnswer(place: HTMLElement): void {
  place.replaceChildren();
  place.hidden = true;
}

function reveal(place: HTMLElement): void {
  place.hidden = false;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'nearest' });
}

function block(text: string, language: string): HTMLPreElement {
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  const code = document.createElement('code');
  // Escaped by the highlighter.
  code.innerHTML = String(highlight(text, language));
  pre.append(code);
  return pre;
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function errorCodeIn(text: string): string {
  try {
    return JSON.parse(text).error?.code ?? '';
  } catch {
    return '';
  }
}
