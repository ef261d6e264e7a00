import { isApiError } from 'cloud-cost-contract';
import { html, nothing, render, type TemplateResult } from 'lit-html';

const latest = new Map<string, symbol>();

/**
 * Renders a section of the page. Of two overlapping calls only the later one is rendered.
 *
 * @param id of the section; the result is rendered into its `.content`
 * @param draw sends the requests; if one fails, the page shows the error
 */
export async function showPanel(id: string, draw: () => Promise<TemplateResult>): Promise<void> {
  const turn = Symbol(id);
  latest.set(id, turn);
  const section = elementAt(`#${id}`);
  section.setAttribute('aria-busy', 'true');
  try {
    const content = await draw();
    if (latest.get(id) === turn) render(content, elementAt(`#${id} .content`));
  } catch (error) {
    if (latest.get(id) === turn) showProblem(error);
  }
  if (latest.get(id) === turn) section.removeAttribute('aria-busy');
}

/** Shows an error: its code, message and request id. Without an error, clears the message. */
export function showProblem(error?: unknown): void {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  const { code, serverMessage, requestId } = isApiError(error)
    ? error
    : { code: name, serverMessage: message, requestId: null };
  const request = requestId ? ` (request ${requestId})` : '';
  render(
    error === undefined ? nothing : html`<code>${code}</code> ${serverMessage}${request}`,
    elementAt('#problem'),
  );
}

const elementAt = (selector: string) => document.querySelector(selector) as HTMLElement;
