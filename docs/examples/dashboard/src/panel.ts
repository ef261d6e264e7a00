import { element, find } from './html.js';

/**
 * A section of the page that is drawn from an answer.
 *
 * @param id of its section; what is drawn goes into the section's `.content`
 * @param draw asks and draws; when it fails, the page tells
 * @returns shows it; of two overlapping calls only the later one is drawn
 */
export function panel<Args extends readonly unknown[]>(
  id: string,
  onFailure: (error: unknown) => void,
  draw: (...args: Args) => Promise<readonly Node[]>,
): (...args: Args) => Promise<void> {
  const section = find(document, `#${id}`);
  const content = find(section, '.content');
  let latest = 0;
  return async (...args) => {
    latest += 1;
    const turn = latest;
    section.setAttribute('aria-busy', 'true');
    const nodes = await draw(...args).catch((error: unknown) => {
      if (turn === latest) onFailure(error);
      return [];
    });
    if (turn !== latest) return;
    content.replaceChildren(...nodes);
    section.removeAttribute('aria-busy');
  };
}

/** What a panel says where there is nothing to measure. */
export function notMeasured(what: string): Node {
  return element('p', { class: 'unmeasured' }, what);
}
