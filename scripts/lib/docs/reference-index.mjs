// @ts-check
import { html } from './html.mjs';
import { prose } from './markdown.mjs';
import { breakable, deprecatedBadge, heading, proposedBadge, provenance, titleOf } from './parts.mjs';

/** @param {Record<string, any>} document @param {import('./operations.mjs').OperationPage[]} pages */
export function referenceIndex(document, pages) {
  return {
    path: 'reference/index.html',
    title: 'Reference',
    description: `All ${pages.length} operations of the API.`,
    main: html`<h1>Reference</h1>
<p class="lead">${document.info.title}, version ${document.info.version}: ${pages.length} operations, each with its fields, examples and failures, and a form to try it in the page. Or look something up among the <a href="schemas.html">schemas</a> and the <a href="errors.html">error codes</a>.</p>
${document.tags.map(
  (
    /** @type {any} */ { name, description },
  ) => html`<section aria-labelledby="${name}">${heading(2, name, titleOf(name))}<p>${description}</p>
<ul class="operations">${pages.filter(({ operation }) => operation.tags[0] === name).map(operationLine)}</ul></section>
`,
)}
<section aria-labelledby="events">${heading(2, 'events', 'Events')}<p>What the service sends to <a href="create-webhook-endpoint.html">registered endpoints</a>, and how a <a href="../guides/webhooks.html">receiver</a> checks it.</p>
<ul class="operations">${Object.entries(document.webhooks ?? {}).map(
      ([name, item]) =>
        html`<li><a href="events.html#${name}"><span class="method post">event</span> <code>${name}</code></a> <span>${item.post.summary}${provenance(item, item.post)}</span></li>`,
    )}</ul></section>
${heading(2, 'reading', 'About the API')}
<div class="prose">${prose(document.info.description.replaceAll(/^## /gm, '### '))}</div>
<p>A ${proposedBadge} badge stands on each operation, parameter, field, header and answer that is this contract’s proposal. What has none is stated by the service, or follows from what it states.</p>`,
  };
}

/** @param {import('./operations.mjs').OperationPage} page */
function operationLine({ method, path, operation, page, pathItem }) {
  return html`<li><a href="${page.slice('reference/'.length)}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${breakable(path)}</code></a> <span>${operation.summary}${provenance(operation, pathItem)}${operation.deprecated && html` ${deprecatedBadge}`}</span></li>`;
}
