// @ts-check
import { dereference } from '../resolve-pointer.mjs';
import { html, raw } from './html.mjs';
import { line } from './markdown.mjs';
import { shapeOf } from './schemas.mjs';

/**
 * @typedef {object} TrySettings
 * @property {Record<string, string>} ids what path parameters are filled with
 * @property {readonly string[]} scenarios worlds the mock can hold
 * @property {string} now when its clock starts
 * @property {any[]} checks those about the operation in particular
 * @property {string} clientMethod what the client calls the operation
 * @property {(code: string) => string | null} term the address of what a piece of code names
 */

/**
 * The form that calls an operation. A script brings it to life; without one the style sheet hides it.
 *
 * @param {Record<string, any>} document
 * @param {import('./operations.mjs').OperationPage} page
 * @param {TrySettings} settings
 */
export function tryForm(document, page, { ids, scenarios, now, clientMethod }) {
  const { operation, method, path, parameters, requestBody, responses } = page;
  const content = requestBody?.value.content['application/json'];
  const bodies = Object.entries(content?.examples ?? {}).map(([name, example]) => ({
    name,
    value: dereference(document, example, '').value.value,
  }));
  const { frequent, rare } = split(parameters.map(({ value }) => value));
  return html`<section class="try" aria-labelledby="try-it">
<h2 id="try-it">Try it</h2>
<noscript><p>Trying it needs JavaScript.</p></noscript>
<form data-operation="${operation.operationId}" data-method="${method.toUpperCase()}" data-path="${path}" data-client="${clientMethod}" autocomplete="off">
<fieldset class="choice"><legend>Answered by</legend>
<label><input type="radio" name="target" value="mock" checked> the mock, in this page</label>
<label><input type="radio" name="target" value="server"> a server of yours</label></fieldset>
<div class="settings" data-for="mock">
<label>World <select name="scenario">${scenarios.map((name) => html`<option>${name}</option>`)}</select></label>
<label>Clock <input name="now" value="${now}" spellcheck="false" aria-describedby="clock-hint"></label>
<label>Key <select name="mock-key"></select></label>
<label>Answer <select name="answer"><option value="">worked out from the world</option>${answersOf(responses)}</select></label>
<p class="hint" id="clock-hint">The clock is ISO 8601, in UTC. What you change in the world stays until you leave the page. <button type="button" class="quiet" data-do="restart">Start afresh</button></p>
</div>
<div class="settings" data-for="server" hidden>
<label>Base URL <input name="base-url" type="url" placeholder="https://api.example.com" spellcheck="false"></label>
<label>API key <input name="key" class="secret" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
<p class="hint">The key stays in this page’s memory and is gone when you leave it. The server must allow this page’s origin (CORS).</p>
</div>
${frequent.map((parameter) => field(document, parameter, ids))}
${rare.length > 0 && html`<details class="more"><summary>${rare.length} more parameters</summary>${rare.map((parameter) => field(document, parameter, ids))}</details>`}
${
  bodies[0] &&
  html`<div class="body"><label for="try-body">Body</label>${
    bodies.length > 1 &&
    html` <select name="body-example" aria-label="Example body">${bodies.map(({ name }) => html`<option>${name}</option>`)}</select>`
  }<textarea id="try-body" name="body" rows="10" spellcheck="false">${JSON.stringify(bodies[0].value, null, 2)}</textarea>
<script type="application/json" class="bodies">${jsonScript(Object.fromEntries(bodies.map(({ name, value }) => [name, value])))}</script></div>`
}
<p class="send"><button type="submit">Send</button> <span class="progress" role="status"></span></p>
<fieldset class="choice"><legend>The same with</legend>
<label><input type="radio" name="language" value="sh" checked> curl</label>
<label><input type="radio" name="language" value="ts"> TypeScript</label></fieldset>
<div class="code same"><pre tabindex="0" aria-label="The same call as code"><code class="sh"></code></pre></div>
<p class="hint" data-for="mock">The mock answers there, too, while <code>npx cost-contract mock</code> runs on your machine.</p>
<div class="answer" hidden tabindex="-1" aria-label="Answer"></div>
</form>
</section>`;
}

/** Filters are many and rarely needed. @param {any[]} parameters */
function split(parameters) {
  if (parameters.length <= 8) return { frequent: parameters, rare: [] };
  const isFrequent = (/** @type {any} */ { name, in: place, required }) =>
    required ||
    place !== 'query' ||
    /^(group_by|dimension|preset|granularity|page|page_size|search)$/.test(name);
  return {
    frequent: parameters.filter(isFrequent),
    rare: parameters.filter((parameter) => !isFrequent(parameter)),
  };
}

/**
 * @param {Record<string, any>} document
 * @param {any} parameter
 * @param {Record<string, string>} ids
 */
function field(document, parameter, ids) {
  const shape = shapeOf(document, parameter.schema);
  const { schema } = shape.items ?? shape;
  const name = `${parameter.in}:${parameter.name}`;
  const id = `try-${parameter.in}-${parameter.name}`;
  const filled = parameter.in === 'path' ? (ids[parameter.name] ?? '') : '';
  const required = parameter.required ? html` required` : '';
  const first = shape.schema.default ?? '';
  const control = schema.enum
    ? html`<select id="${id}" name="${name}"${shape.items ? html` multiple size="${Math.min(4, schema.enum.length)}"` : ''}${required} aria-describedby="${id}-hint">
${!shape.items && !parameter.required && html`<option value="">${first === '' ? 'not sent' : `not sent (${first})`}</option>`}${schema.enum.map((/** @type {string} */ value) => html`<option>${value}</option>`)}</select>`
    : html`<input id="${id}" name="${name}" value="${filled}" placeholder="${shape.items ? 'several, separated by commas' : String(first)}"${shape.types[0] === 'integer' || shape.types[0] === 'number' ? html` inputmode="decimal" data-number` : ''}${shape.items ? html` data-list` : ''}${required} spellcheck="false" aria-describedby="${id}-hint">${
        parameter.name === 'Idempotency-Key' &&
        html` <button type="button" class="quiet" data-do="make-key">Make one</button>`
      }`;
  return html`<div class="field-row"><label for="${id}"><code>${parameter.name}</code>${parameter.required && html` <span class="fact">required</span>`}</label>
<div>${control}<p class="hint" id="${id}-hint">${line(firstSentence(parameter.description))}</p></div></div>
`;
}

/** Every answer that the document knows by name. @param {Record<string, any>} responses */
function answersOf(responses) {
  return Object.entries(responses).map(([status, { value }]) => {
    const examples = value.content?.['application/json']?.examples ?? {};
    return Object.keys(examples).map(
      (name) => html`<option value="code=${status}, example=${name}">${status} ${name}</option>`,
    );
  });
}

/** @param {string} text */
function firstSentence(text) {
  return /^[\s\S]*?[^.][.](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** JSON that cannot end the script it stands in. @param {unknown} value */
function jsonScript(value) {
  return raw(JSON.stringify(value).replaceAll('<', '\\u003c'));
}
