/** HTML that is safe to put into a page as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | null | undefined | readonly Part[];

/** HTML of which every value that is put in is escaped, unless it is made of such HTML itself. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, next, index) => text + write(values[index - 1]) + next));
}

function write(part: Part): string {
  if (part === null || part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(write).join('');
  return escapeHtml(String(part));
}

/** A sentence of ours, in which what stands between backticks is code. */
export function prose(sentence: string): Markup {
  // Every second part stood between two of them; one without its twin is a mere backtick.
  const parts = sentence.split('`');
  const odd = parts.length % 2 === 1;
  return html`${parts.map((part, index) =>
    index % 2 === 0 ? part : odd || index < parts.length - 1 ? html`<code>${part}</code>` : `\`${part}`,
  )}`;
}

/**
 * A text for HTML, in an element or a quoted attribute. Line ends too: to Markdown around it an empty
 * line would be the end of the HTML.
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
