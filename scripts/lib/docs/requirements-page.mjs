// @ts-check
import { groupBy } from './group-by.mjs';
import { html } from './html.mjs';
import { line, slug } from './markdown.mjs';
import { heading, jumpList } from './parts.mjs';

/** A numbered rule of a section, as the rows name it. */
const rule = /, (rule \d+)$/;

/** @param {any[]} requirements @param {(place: string) => string | undefined} addressOf a part of the document */
export function requirementsPage(requirements, addressOf) {
  const sections = groupBy(requirements, ({ section }) => section.replace(rule, ''));
  return {
    path: 'requirements.html',
    title: 'Requirements',
    description: 'Every statement of the service, and where it is held.',
    main: html`<h1>Requirements</h1>
<p class="lead">Every statement of the service’s own description in this contract’s words, ${requirements.length} in all: where the document holds it, which <a href="checks.html">checks</a> hold a server to it, and why the rare one is not seen from outside.</p>
${jumpList([...sections].map(([section, list]) => [slug(section), html`${section} <span class="count">${list.length}</span>`]))}
${[...sections].map(
  ([section, list]) => html`<section aria-labelledby="${slug(section)}">${heading(2, slug(section), section)}
<dl class="rows">${list.map(
    ({ id, section: own, statement, basis, document = [], checks = [], unseen }) =>
      html`<div id="${id}"><dt><a href="#${id}"><code>${id}</code></a> <span class="badge ${basis}">${basis}</span>${rule.test(own) && html` <span class="fact">${rule.exec(own)?.[1]}</span>`}</dt><dd>${line(statement)}${held('In the document', document, (place) => linked(place, addressOf(place)))}${held('Checked by', checks, (check) => html`<a href="checks.html#${check}"><code>${check}</code></a>`)}${unseen && html`<br><span class="fact">Not seen from outside: ${line(unseen)}</span>`}</dd></div>
`,
  )}</dl></section>`,
)}`,
  };
}

/** @param {string} code @param {string | undefined} address */
function linked(code, address) {
  return address ? html`<a href="${address}"><code>${code}</code></a>` : html`<code>${code}</code>`;
}

/** @param {string} label @param {string[]} places @param {(place: string) => import('./html.mjs').Html} shown */
function held(label, places, shown) {
  if (places.length === 0) return '';
  return html`<br><span class="fact">${label}: ${places.map((place, index) => html`${index > 0 && ', '}${shown(place)}`)}</span>`;
}
