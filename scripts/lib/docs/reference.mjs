// @ts-check
import { operationsOf } from '../operations-of.mjs';
import { dereference } from '../resolve-pointer.mjs';
import { facts, fieldList, proposedBadge, values } from './fields.mjs';
import { html } from './html.mjs';
import { codeBlock, line, prose, scrolling } from './markdown.mjs';
import { shapeOf } from './schemas.mjs';
import { tryForm } from './try-form.mjs';

/**
 * @typedef {ReturnType<typeof operationsOf>[number] & { page: string }} OperationPage
 * @typedef {import('./fields.mjs').FieldEntry} FieldEntry
 */

/** @param {Record<string, any>} document @returns {OperationPage[]} */
export function operationPages(document) {
  return operationsOf(document).map((found) => ({
    ...found,
    page: `reference/${stem(found.operation.operationId)}.html`,
  }));
}

/** @param {string} operationId */
const stem = (operationId) => operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** @param {Record<string, any>} document @param {OperationPage[]} pages */
export function referenceIndex(document, pages) {
  return {
    path: 'reference/index.html',
    title: 'Reference',
    description: `All ${pages.length} operations of the API.`,
    main: html`<h1>Reference</h1>
<p class="lead">${document.info.title}, version ${document.info.version}: ${pages.length} operations, each with its fields, examples and failures, and a form to try it in the page.</p>
${document.tags.map(
  (
    /** @type {any} */ { name, description },
  ) => html`<section aria-labelledby="${name}"><h2 id="${name}">${titleOf(name)}</h2><p>${description}</p>
<ul class="operations">${pages.filter(({ operation }) => operation.tags[0] === name).map(operationLine)}</ul></section>
`,
)}
<section aria-labelledby="events"><h2 id="events">Events</h2><p>What the service sends to <a href="create-webhook-endpoint.html">registered endpoints</a>, and how a <a href="../guides/webhooks.html">receiver</a> checks it.</p>
<ul class="operations">${Object.entries(document.webhooks ?? {}).map(
      ([name, { post }]) =>
        html`<li><a href="events.html#${name}"><span class="method post">event</span> <code>${name}</code></a> <span>${post.summary}</span></li>`,
    )}</ul></section>
<h2 id="reading">How to read it</h2>
<div class="prose">${prose(document.info.description.replaceAll(/^## /gm, '### '))}</div>
<p>A ${proposedBadge} badge stands on each operation, parameter, field, header and answer that is this contract’s proposal. What has none is stated by the service, or follows from what it states.</p>`,
  };
}

/** @param {OperationPage} page */
function operationLine({ method, path, operation, page, pathItem }) {
  return html`<li><a href="${page.slice('reference/'.length)}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${breakable(path)}</code></a> <span>${operation.summary}${isProposed(operation, pathItem) && html` ${proposedBadge}`}${operation.deprecated && html` <span class="badge deprecated">deprecated</span>`}</span></li>`;
}

/**
 * @param {Record<string, any>} document
 * @param {OperationPage} page
 * @param {import('./try-form.mjs').TrySettings} settings
 * @param {(entry: FieldEntry) => void} seen
 */
export function operationPage(document, page, settings, seen) {
  const { operation, method, path, pathItem, parameters, requestBody, responses } = page;
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const failures = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
  return {
    path: page.page,
    title: operation.summary,
    description: operation.description.split('\n')[0],
    scripts: ['try-it.js'],
    main: html`<p class="crumbs"><a href="index.html">Reference</a> / <a href="index.html#${operation.tags[0]}">${titleOf(operation.tags[0])}</a></p>
<h1>${operation.summary}</h1>
<p class="endpoint"><span class="method ${method}">${method.toUpperCase()}</span> <code>${breakable(path)}</code>${isProposed(operation, pathItem) && html` ${proposedBadge}`}${operation.deprecated && html` <span class="badge deprecated">deprecated</span>`}</p>
<div class="prose lead">${prose(operation.description)}</div>
<p class="ids"><code>${operation.operationId}</code> in the document and in the client’s types.</p>
${tryForm(document, page, settings)}
${parameters.length > 0 && html`<h2 id="parameters">Parameters</h2>${parameterTable(document, parameters)}`}
${requestBody && bodySection(document, requestBody.value)}
${successes.map(([status, response]) => successSection(document, status, response.value, seen))}
<h2 id="failures">Failures</h2>
<p>Each has the failure envelope, with <code>error.code</code> and a message for people. See <a href="../guides/errors-and-retries.html">errors and retries</a>.</p>
${failures.map(([status, response]) => failureSection(document, status, response.value))}`,
  };
}

/** @param {Record<string, any>} document @param {any[]} parameters */
function parameterTable(document, parameters) {
  return scrolling(html`<table class="parameters"><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">What it does</th></tr></thead><tbody>
${parameters.map(({ value }) => {
  const shape = shapeOf(document, value.schema);
  return html`<tr id="${value.in}-${value.name}"><th scope="row"><code>${value.name}</code><br><span class="fact">${value.in}${value.required && ', required'}</span></th>
<td>${facts(shape)}</td>
<td>${line(value.description)}${isProposed(value, value.schema) && html` ${proposedBadge}`}${values(shape)}</td></tr>
`;
})}</tbody></table>`);
}

/** @param {Record<string, any>} document @param {any} body */
function bodySection(document, body) {
  const { schema, examples } = body.content['application/json'];
  return html`<h2 id="body">Body</h2>
<div class="prose">${prose(body.description)}</div>
${fieldList(document, shapeOf(document, schema), { path: 'body' })}
${exampleList(document, examples, 'Example bodies')}`;
}

/**
 * @param {Record<string, any>} document
 * @param {string} status
 * @param {any} response
 * @param {(entry: FieldEntry) => void} seen
 */
function successSection(document, status, response, seen) {
  const { schema, examples } = response.content['application/json'];
  const data = shapeOf(document, shapeOf(document, schema).properties?.data ?? {});
  return html`<h2 id="answer-${status}">Answer ${status}${isProposed(response) && html` ${proposedBadge}`}</h2>
<div class="prose">${prose(response.description)}</div>
<p>In the <a href="envelope.html">envelope</a>, <code>data</code> is ${article(data)}${data.items ? '; each item has' : ' with'}:</p>
${fieldList(document, data, { path: status === '201' ? 'created' : 'data', seen })}
${exampleList(document, examples, 'Examples')}
${headerList(document, response.headers)}`;
}

/** @param {import('./schemas.mjs').Shape} shape */
function article(shape) {
  return shape.items ? 'an array' : 'an object';
}

/** @param {Record<string, any>} document @param {string} status @param {any} response */
function failureSection(document, status, response) {
  const content = response.content?.['application/json'];
  const examples = Object.entries(content?.examples ?? {}).map(([name, example]) => ({
    name,
    ...dereference(document, example, '').value,
  }));
  const codes = [...new Set(examples.map(({ value }) => value.error.code))];
  return html`<details class="failure" id="failure-${status}"><summary><strong>${status}</strong> ${codes.map((code) => html`<code>${code}</code> `)}<span>${line(response.description)}</span>${isProposed(response) && html` ${proposedBadge}`}</summary>
${examples.map(({ name, summary, value }) => html`<p class="example-name"><code>${name}</code>${summary && html`: ${line(summary)}`}</p>${json(value)}`)}
${headerList(document, response.headers)}</details>
`;
}

/** @param {Record<string, any>} document @param {Record<string, any>} examples @param {string} title */
function exampleList(document, examples, title) {
  const list = Object.entries(examples ?? {});
  return html`<h3>${title}</h3>${list.map(([name, example], index) => {
    const { value, summary } = dereference(document, example, '').value;
    return html`<details class="example"${index === 0 ? html` open` : ''}><summary><code>${name}</code>${summary && html` <span>${line(summary)}</span>`}</summary>${json(value)}</details>`;
  })}`;
}

/** @param {Record<string, any>} document @param {Record<string, any> | undefined} headers */
function headerList(document, headers) {
  if (!headers) return '';
  return html`<details class="headers"><summary>Headers: ${Object.keys(headers).join(', ')}</summary><dl>${Object.entries(
    headers,
  ).map(([name, header]) => {
    const { value } = dereference(document, header, '');
    return html`<dt><code>${name}</code>${isProposed(value) && html` ${proposedBadge}`}</dt><dd>${line(value.description)}</dd>`;
  })}</dl></details>`;
}

/** @param {Record<string, any>} document */
export function envelopePage(document) {
  const { schemas } = document.components;
  const section = (/** @type {string} */ name, /** @type {string} */ title) =>
    html`<h2 id="${title.toLowerCase()}">${title}</h2><div class="prose">${prose(schemas[name].description)}</div>${fieldList(document, shapeOf(document, { $ref: `#/components/schemas/${name}` }), { path: title.toLowerCase() })}`;
  return {
    path: 'reference/envelope.html',
    title: 'The envelope',
    main: html`<p class="crumbs"><a href="index.html">Reference</a></p><h1>The envelope</h1>
<p class="lead">Every answer is one of these two JSON objects. Look at <code>success</code>, then at <code>data</code> or <code>error</code>.</p>
${section('SuccessEnvelope', 'Success')}
${section('FailureEnvelope', 'Failure')}`,
  };
}

/** @param {Record<string, any>} document @param {(entry: FieldEntry) => void} seen */
export function eventsPage(document, seen) {
  const events = Object.entries(document.webhooks ?? {});
  const parameters = (events[0]?.[1].post.parameters ?? []).map((/** @type {any} */ parameter) =>
    dereference(document, parameter, ''),
  );
  return {
    path: 'reference/events.html',
    title: 'Events',
    main: html`<p class="crumbs"><a href="index.html">Reference</a></p><h1>Events</h1>
<p class="lead">What the service sends to the endpoints that are <a href="create-webhook-endpoint.html">registered</a> for a type. How to receive one is told in <a href="../guides/webhooks.html">a receiver for webhooks</a>.</p>
<h2 id="headers">Headers of every delivery</h2>
<dl class="headers">${parameters.map((/** @type {any} */ { value }) => html`<dt><code>${value.name}</code>${isProposed(value) && html` ${proposedBadge}`}</dt><dd class="prose">${prose(value.description)}</dd>`)}</dl>
${events.map(([name, item]) => {
  const content = item.post.requestBody.content['application/json'];
  return html`<h2 id="${name}"><code>${name}</code>${isProposed(item, item.post) && html` ${proposedBadge}`}</h2>
<div class="prose">${prose(item.post.description)}</div>
${fieldList(document, shapeOf(document, content.schema), { path: name, seen, level: 1 })}
${exampleList(document, content.examples, 'Examples')}`;
})}`,
  };
}

/** @param {unknown} value */
function json(value) {
  return codeBlock(JSON.stringify(value, null, 2), 'json');
}

/** @param {...any} parts */
function isProposed(...parts) {
  return parts.some((part) => part?.['x-provenance'] === 'proposed');
}

/** A path that may break after a slash. @param {string} path */
function breakable(path) {
  return path.split('/').map((part, index) => html`${index > 0 && html`/<wbr>`}${part}`);
}

/** @param {string} tag */
export function titleOf(tag) {
  const text = tag.replaceAll('-', ' ');
  return text[0]?.toUpperCase() + text.slice(1);
}
