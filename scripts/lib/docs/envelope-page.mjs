// @ts-check
import { fieldList } from './fields.mjs';
import { html } from './html.mjs';
import { prose } from './markdown.mjs';
import { heading } from './parts.mjs';
import { shapeOf } from './schemas.mjs';

/** @param {Record<string, any>} document */
export function envelopePage(document) {
  const { schemas } = document.components;
  const section = (/** @type {string} */ name, /** @type {string} */ title) => {
    const id = title.toLowerCase();
    return html`${heading(2, id, title)}<div class="prose">${prose(schemas[name].description)}</div>${fieldList(document, shapeOf(document, { $ref: `#/components/schemas/${name}` }), { path: id })}`;
  };
  return {
    path: 'reference/envelope.html',
    title: 'The envelope',
    description: 'The JSON object that every answer is.',
    main: html`<p class="crumbs"><a href="index.html">Reference</a></p><h1>The envelope</h1>
<p class="lead">Every answer is one of these two JSON objects. Look at <code>success</code>, then at <code>data</code> or <code>error</code>.</p>
${section('SuccessEnvelope', 'Success')}
${section('FailureEnvelope', 'Failure')}`,
  };
}
