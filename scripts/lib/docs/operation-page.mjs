// @ts-check
import { facts, fieldList, values } from './fields.mjs';
import { html } from './html.mjs';
import { line, prose, renderMarkdown, scrolling } from './markdown.mjs';
import {
  breakable,
  deprecatedBadge,
  exampleList,
  exampleOf,
  examplesOf,
  headerList,
  heading,
  json,
  jumpList,
  provenance,
  titleOf,
} from './parts.mjs';
import { shapeOf } from './schemas.mjs';
import { tryForm } from './try-form.mjs';

/**
 * @param {Record<string, any>} document
 * @param {import('./operations.mjs').OperationPage} page
 * @param {import('./try-form.mjs').TrySettings} settings
 * @param {(entry: import('./fields.mjs').FieldEntry) => void} seen
 */
export function operationPage(document, page, settings, seen) {
  const { operation, method, path, pathItem, parameters, requestBody, responses } = page;
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const failures = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
  /** @type {[string, string][]} */
  const sections = [
    ['try-it', 'Try it'],
    ...(parameters.length > 0 ? [/** @type {[string, string]} */ (['parameters', 'Parameters'])] : []),
    ...(requestBody ? [/** @type {[string, string]} */ (['body', 'Body'])] : []),
    ...successes.map(
      ([status]) => /** @type {[string, string]} */ ([`answer-${status}`, `Answer ${status}`]),
    ),
    ['failures', 'Failures'],
    ['checks', 'Checks'],
  ];
  return {
    path: page.page,
    title: operation.summary,
    description: operation.description.split('\n')[0],
    scripts: ['try-it.js'],
    main: html`<div class="opening"><p class="crumbs"><a href="index.html">Reference</a> / <a href="index.html#${operation.tags[0]}">${titleOf(operation.tags[0])}</a></p>
<h1>${operation.summary}</h1>
<p class="endpoint"><span class="method ${method}">${method.toUpperCase()}</span> <code>${breakable(path)}</code>${provenance(operation, pathItem)}${operation.deprecated && html` ${deprecatedBadge}`}</p>
<div class="prose lead">${renderMarkdown(operation.description, { term: settings.term }).body}</div>
<p class="ids"><code>${operation.operationId}</code> in the document, <code>client.${settings.clientMethod}()</code> in the <a href="../guides/client.html">client</a>.</p>
${jumpList(sections)}</div>
${tryForm(document, page, settings)}
<div class="details">
${parameters.length > 0 && html`${heading(2, 'parameters', 'Parameters')}${parameterTable(document, parameters, seen)}`}
${requestBody && bodySection(document, requestBody.value, seen)}
${successes.map(([status, response]) => successSection(document, status, response.value, seen))}
${heading(2, 'failures', 'Failures')}
<p>Each has the <a href="envelope.html#failure">failure envelope</a>, with a <a href="errors.html">code</a> and a message for people. See <a href="../guides/errors-and-retries.html">errors and retries</a>.</p>
${failures.map(([status, response]) => failureSection(document, status, response.value))}
${heading(2, 'checks', 'Checks')}
<p>A server is held to <a href="../checks.html">what is checked of every operation</a>${settings.checks.length > 0 ? ', and here to:' : '.'}</p>
${settings.checks.length > 0 && html`<ul>${settings.checks.map(({ id, requirement }) => html`<li>${line(requirement)} <a class="fact" href="../checks.html#${id}">${id}</a></li>`)}</ul>`}
</div>`,
  };
}

/**
 * @param {Record<string, any>} document
 * @param {any[]} parameters
 * @param {(entry: import('./fields.mjs').FieldEntry) => void} seen
 */
function parameterTable(document, parameters, seen) {
  return scrolling(html`<table class="parameters"><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">What it does</th></tr></thead><tbody>
${parameters.map(({ value }) => {
  const shape = shapeOf(document, value.schema);
  const id = `${value.in}-${value.name}`;
  seen({ path: id, name: value.name, description: value.description });
  return html`<tr id="${id}"><th scope="row"><a class="name" href="#${id}"><code>${value.name}</code></a><br><span class="fact">${value.in}${value.required && ', required'}</span></th>
<td>${facts(shape)}</td>
<td>${line(value.description)}${provenance(value, value.schema)}${values(shape)}${exampleOf(value)}</td></tr>
`;
})}</tbody></table>`);
}

/**
 * @param {Record<string, any>} document
 * @param {any} body
 * @param {(entry: import('./fields.mjs').FieldEntry) => void} seen
 */
function bodySection(document, body, seen) {
  const { schema, examples } = body.content['application/json'];
  return html`${heading(2, 'body', 'Body')}
<div class="prose">${prose(body.description)}</div>
${fieldList(document, shapeOf(document, schema), { path: 'body', seen })}
${exampleList(document, examples, 'Example bodies')}`;
}

/**
 * @param {Record<string, any>} document
 * @param {string} status
 * @param {any} response
 * @param {(entry: import('./fields.mjs').FieldEntry) => void} seen
 */
function successSection(document, status, response, seen) {
  const { schema, examples } = response.content['application/json'];
  const data = shapeOf(document, shapeOf(document, schema).properties?.data ?? {});
  const kind = data.items ? 'an array of objects' : 'an object';
  const name = data.items?.name ?? data.name;
  return html`${heading(2, `answer-${status}`, html`Answer ${status}${provenance(response)}`)}
<div class="prose">${prose(response.description)}</div>
<p>In the <a href="envelope.html">envelope</a>, <code>data</code> is ${kind}${name && html` <span class="fact">(<a href="schemas.html#${name}">${name}</a>)</span>`}${data.items ? '; each item has' : ' with'}:</p>
${fieldList(document, data, { path: status === '201' ? 'created' : 'data', seen })}
${exampleList(document, examples, 'Examples')}
${headerList(document, response.headers)}`;
}

/** @param {Record<string, any>} document @param {string} status @param {any} response */
function failureSection(document, status, response) {
  const examples = examplesOf(document, response.content?.['application/json']?.examples);
  const codes = [...new Set(examples.map(({ value }) => value.error.code))];
  return html`<details class="failure" id="failure-${status}"><summary><strong>${status}</strong> ${codes.map((code) => html`<code>${code}</code> `)}<span>${line(response.description)}</span>${provenance(response)}</summary>
${examples.map(({ name, summary, value }) => html`<p class="example-name"><code>${name}</code>${summary && html`: ${line(summary)}`}</p>${json(value)}`)}
<p class="fact">More on ${codes.map((code) => html`<a href="errors.html#${code}"><code>${code}</code></a> `)}· <a href="#failure-${status}">Link to this answer</a></p>
${headerList(document, response.headers)}</details>
`;
}
