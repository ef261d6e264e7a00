// @ts-check
import { dereference } from '../resolve-pointer.mjs';
import { html } from './html.mjs';
import { codeBlock, line } from './markdown.mjs';

/** What pages of the reference have in common. */

export const proposedBadge = html`<span class="badge proposed">proposed</span>`;
export const deprecatedBadge = html`<span class="badge deprecated">deprecated</span>`;

/** The badge where one of the parts is a proposal, a blank before it. @param {...any} parts */
export function provenance(...parts) {
  return parts.some((part) => part?.['x-provenance'] === 'proposed') && html` ${proposedBadge}`;
}

/** A heading that can be linked to. @param {2 | 3} level @param {string} id @param {unknown} content */
export function heading(level, id, content) {
  const inner = html`${content} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
  return level === 2 ? html`<h2 id="${id}">${inner}</h2>` : html`<h3 id="${id}">${inner}</h3>`;
}

/** Links to the parts of a page, in one line. @param {[id: string, name: unknown][]} parts */
export function jumpList(parts) {
  return html`<nav class="jump" aria-label="On this page"><ul>${parts.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>`;
}

/** Examples with their names, references followed. @param {Record<string, any>} document @param {Record<string, any>} [examples] */
export function examplesOf(document, examples = {}) {
  return Object.entries(examples).map(([name, example]) => ({
    name,
    .../** @type {{ summary?: string, value: any }} */ (dereference(document, example, '').value),
  }));
}

/** The first example stands open. @param {Record<string, any>} document @param {Record<string, any>} examples @param {string} title */
export function exampleList(document, examples, title) {
  return html`<h3>${title}</h3>${examplesOf(document, examples).map(
    ({ name, summary, value }, index) =>
      html`<details class="example"${index === 0 ? html` open` : ''}><summary><code>${name}</code>${summary && html` <span>${line(summary)}</span>`}</summary>${json(value)}</details>`,
  )}`;
}

/** A value that a parameter or a header may have. @param {any} part */
export function exampleOf({ example, examples, schema }) {
  const [named] = Object.values(examples ?? {});
  const value = example ?? named?.value ?? schema?.examples?.[0];
  return value !== undefined && html`<p class="values">For example <code>${String(value)}</code></p>`;
}

/** @param {Record<string, any>} document @param {Record<string, any> | undefined} headers */
export function headerList(document, headers) {
  if (!headers) return '';
  return html`<details class="headers"><summary>Headers: ${Object.keys(headers).join(', ')}</summary><dl>${Object.entries(
    headers,
  ).map(([name, header]) => {
    const { value } = dereference(document, header, '');
    return html`<dt><code>${name}</code>${provenance(value)}</dt><dd>${line(value.description)}</dd>`;
  })}</dl></details>`;
}

/** @param {unknown} value */
export function json(value) {
  return codeBlock(JSON.stringify(value, null, 2), 'json');
}

/** A path that may break after a slash. @param {string} path */
export function breakable(path) {
  return path.split('/').map((part, index) => html`${index > 0 && html`/<wbr>`}${part}`);
}

/** @param {string} tag */
export function titleOf(tag) {
  const text = tag.replaceAll('-', ' ');
  return text[0]?.toUpperCase() + text.slice(1);
}
