import { prose as sentence } from '../../../src/text/markup.js';

/** Escapes Markdown of the document for the Vue template that VitePress compiles it to. */
export function prose(text = ''): string {
  return text.replaceAll('{{', '&#123;&#123;');
}

/** Joins the lines of a text, for lists and tables. */
export function line(text = ''): string {
  return prose(text)
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** Converts text to HTML; text in backticks becomes code. */
export function inline(text: string): string {
  return prose(sentence(text).text);
}

export function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** Renders a heading with a given id. */
export function heading(level: number, id: string, text: string): string {
  return `${'#'.repeat(level)} ${text} {id="${id}"}`;
}

/** Renders a collapsible section. `title` is HTML. */
export function folded(title: string, content: string, { open = false, id = '' } = {}): string {
  return `<details class="fold"${id && ` id="${id}"`}${open ? ' open' : ''}><summary>${title}</summary>\n\n${content}\n\n</details>`;
}

const badge = (kind: string, text: string) => ` <span class="VPBadge ${kind}">${text}</span>`;
export const deprecated = badge('danger', 'deprecated');
export const method = (name: string) => `<span class="method ${name}">${name.toUpperCase()}</span>`;

/** Renders the badge "proposed" if one of the parts is a proposal, or "type proposed" if only its type is. */
export function provenance(...parts: readonly any[]): string {
  const marks = parts.map((part) => part?.['x-provenance']);
  if (marks.includes('proposed')) return badge('warning', 'proposed');
  return marks.some((mark) => mark?.type === 'proposed') ? badge('warning', 'type proposed') : '';
}

/** Joins blocks of Markdown, without the empty ones. */
export function blocks(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}
