// @ts-check
import { dereference } from '../resolve-pointer.mjs';
import { fieldList } from './fields.mjs';
import { html } from './html.mjs';
import { prose } from './markdown.mjs';
import { exampleList, exampleOf, heading, jumpList, provenance } from './parts.mjs';
import { shapeOf } from './schemas.mjs';

/** @param {Record<string, any>} document @param {(entry: import('./fields.mjs').FieldEntry) => void} seen */
export function eventsPage(document, seen) {
  const events = Object.entries(document.webhooks ?? {});
  const parameters = (events[0]?.[1].post.parameters ?? []).map((/** @type {any} */ parameter) =>
    dereference(document, parameter, ''),
  );
  return {
    path: 'reference/events.html',
    title: 'Events',
    description: 'What the service sends to registered endpoints.',
    main: html`<p class="crumbs"><a href="index.html">Reference</a></p><h1>Events</h1>
<p class="lead">What the service sends to the endpoints that are <a href="create-webhook-endpoint.html">registered</a> for a type. How to receive one is told in <a href="../guides/webhooks.html">a receiver for webhooks</a>.</p>
${jumpList([['headers', 'Headers'], ...events.map(([name]) => /** @type {[string, unknown]} */ ([name, html`<code>${name}</code>`]))])}
${heading(2, 'headers', 'Headers of every delivery')}
<dl class="headers">${parameters.map((/** @type {any} */ { value }) => html`<dt id="header-${value.name}"><code>${value.name}</code>${provenance(value)}</dt><dd class="prose">${prose(value.description)}${exampleOf(value)}</dd>`)}</dl>
${events.map(([name, item]) => {
  const content = item.post.requestBody.content['application/json'];
  return html`${heading(2, name, html`<code>${name}</code>${provenance(item, item.post)}`)}
<div class="prose">${prose(item.post.description)}</div>
${fieldList(document, shapeOf(document, content.schema), { path: name, seen, level: 1 })}
${exampleList(document, content.examples, 'Examples')}`;
})}`,
  };
}
