// @ts-check
import { groupBy } from './group-by.mjs';
import { html } from './html.mjs';
import { line, slug } from './markdown.mjs';

/** @param {any[]} requirements */
export function requirementsPage(requirements) {
  const sections = groupBy(requirements, ({ section }) => section);
  return {
    path: 'requirements.html',
    title: 'Requirements',
    description: 'Every statement of the service, and where it is held.',
    main: html`<h1>Requirements</h1>
<p class="lead">Every statement of the service’s own description in this contract’s words, ${requirements.length} in all: where the document holds it, and why the rare one is not checked from outside.</p>
<p class="jump">${[...sections].map(([section, list]) => html`<a href="#${slug(section)}">${section} (${list.length})</a> `)}</p>
${[...sections].map(
  ([
    section,
    list,
  ]) => html`<section aria-labelledby="${slug(section)}"><h2 id="${slug(section)}">${section}</h2>
<dl class="rows">${list.map(
    ({ id, statement, basis, document, unseen }) =>
      html`<div id="${id}"><dt><a href="#${id}"><code>${id}</code></a> <span class="badge ${basis}">${basis}</span></dt><dd>${line(statement)}<br><span class="fact">In the document: ${(document ?? []).map((/** @type {string} */ place, /** @type {number} */ index) => html`${index > 0 && ', '}<code>${place}</code>`)}</span>${unseen && html`<br><span class="fact">Not seen from outside: ${line(unseen)}</span>`}</dd></div>
`,
  )}</dl></section>`,
)}`,
  };
}
