import { prose as sentence } from '../../../src/text/markup.js';

/** Text of the document as Markdown that VitePress also compiles as a template. */
export function prose(text = ''): string {
  return text.replaceAll('{{', '&#123;&#123;');
}

/** Prose in one line, for lists and tables. */
export function line(text = ''): string {
  return prose(text)
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** Escapes text for HTML; what is in backticks becomes code. */
export function inline(text: string): string {
  return prose(sentence(text).text);
}

export function json(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** A heading with an id that need not follow from its text. */
export function heading(level: number, id: string, text: string): string {
  return `${'#'.repeat(level)} ${text} {id="${id}"}`;
}

/** What is folded until a reader opens it. `title` is HTML. */
export function folded(title: string, content: string, { open = false, id = '' } = {}): string {
  return `<details class="fold"${id && ` id="${id}"`}${open ? ' open' : ''}><summary>${title}</summary>\n\n${content}\n\n</details>`;
}

const badge = (kind: string, text: string) => ` <span class="VPBadge ${kind}">${text}</span>`;
export const deprecated = badge('danger', 'deprecated');
export const method = (name: string) => `<span class="method ${name}">${name.toUpperCase()}</span>`;

/** The badge where one of the parts is a proposal. */
export function provenance(...parts: readonly any[]): string {
  return parts.some((part) => part?.['x-provenance'] === 'proposed') ? badge('warning', 'proposed') : '';
}

/** A page with its title; blocks that are empty are left out. */
export function blocks(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}
