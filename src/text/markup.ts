/** HTML that can be inserted into a page without escaping. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | null | undefined | readonly Part[];

/** A template tag for HTML. Escapes every value except {@link Markup}. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, next, index) => text + write(values[index - 1]) + next));
}

function write(part: Part): string {
  if (part === null || part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(write).join('');
  return escapeHtml(String(part));
}

/** Renders a sentence with `code` in backticks. */
export function prose(sentence: string): Markup {
  // Every second part was between two backticks; an unpaired backtick is literal.
  const parts = sentence.split('`');
  const odd = parts.length % 2 === 1;
  return html`${parts.map((part, index) =>
    index % 2 === 0 ? part : odd || index < parts.length - 1 ? html`<code>${part}</code>` : `\`${part}`,
  )}`;
}

/**
 * Escapes a text for an HTML element or a quoted attribute. Line breaks are escaped too: in Markdown, an empty line
 * would end the HTML block.
 */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replace(/\r\n?|[\n\u2028\u2029]/g, '&#10;');
}
