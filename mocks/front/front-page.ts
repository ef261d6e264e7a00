import { fixturesPath } from '../../src/contract/fixtures.js';
import { policy, script, style } from '../../src/generated/front-page.js';
import { html, Markup } from '../../src/text/markup.js';
import { controlPrefix } from '../control/guard.js';
import { dataScenario } from '../dataset/seed-data/scenario-names.js';
import type { Fixtures } from '../fixtures.js';
import type { ApiKey } from '../settings/api-keys.js';
import { type ControlSection, controlSection } from './control-section.js';
import { type ExampleCall, exampleCalls } from './example-calls.js';
import { documentPaths } from './paths.js';

const title = 'Cloud Cost and Commitment Analytics API';

/** The contents of the front page. */
export interface FrontPage {
  /** The time of the mock's clock, ISO 8601. */
  readonly now: string;
  /** Null if this caller must not see the keys. */
  readonly keys: readonly ApiKey[] | null;
  /** Shown instead of the keys. */
  readonly keysHiddenReason: string;
  readonly control: ControlSection;
  readonly fixtures: Fixtures;
}

/** Headers of the page. It runs only its own script, calls only this server and cannot be framed. */
export const frontPageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; ${policy}; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  Vary: 'Origin, Sec-Fetch-Site',
};

function contents(scenario: string): Markup {
  return scenario === dataScenario
    ? html`your bill`
    : html`generated data, scenario <code>${scenario}</code>`;
}

/** Renders the page that describes the mock and calls its operations. */
export function frontPage(page: FrontPage): string {
  const { now, control } = page;
  const isOpen = control.access.kind === 'open';
  const calls = exampleCalls(page.fixtures);
  const tags = [...new Set(calls.map(({ operation }) => operation.tag))];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Mock of the ${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>Mock server (<code>cost-contract mock</code>) with ${contents(control.scenario)}${isOpen ? null : html`, clock at <time>${now}</time>`}.</p>
<nav aria-label="Documents">
<a href="${documentPaths.json}">OpenAPI document (JSON)</a>
<a href="${documentPaths.yaml}">OpenAPI document (YAML)</a>
<a href="${fixturesPath}">IDs of the data (JSON)</a>
${isOpen ? html`<a href="${controlPrefix}/journal">Journal (JSON)</a>` : null}
</nav>
</header>
${controlSection(control)}
<main>
${keysSection(page)}
${tags.map(
  (tag) => html`<section>
<h2>${tag}</h2>
<ul>${calls.filter(({ operation }) => operation.tag === tag).map(row)}</ul>
</section>`,
)}
</main>
<template id="call">
<form>
<label>Path <input name="target" spellcheck="false" autocomplete="off"></label>
<label class="whole">Body <textarea name="body" rows="5" spellcheck="false"></textarea></label>
<button>Send</button>
</form>
<p class="status" role="status"></p>
<pre class="body" tabindex="0" aria-label="Response body" hidden></pre>
<h3>curl</h3>
<pre class="curl" tabindex="0" aria-label="curl command"></pre>
</template>
<noscript><p>Enable JavaScript to send requests from this page.</p></noscript>
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}

function keysSection({ keys, keysHiddenReason }: FrontPage) {
  const [first] = keys ?? [];
  const known = keys?.map(
    ({ key, scope }) => html`<li><code>${key}</code>${scope === 'read' ? ' (read-only)' : ''}</li>`,
  );
  return html`<section class="keys">
<h2>API key</h2>
${known ? html`<p>Accepted test keys:</p><ul id="keys">${known}</ul>` : html`<p>${keysHiddenReason}</p>`}
<label>Send requests with <input id="key" value="${first?.key ?? ''}" placeholder="API key" spellcheck="false" autocomplete="off"></label>
</section>`;
}

function row({ operation, target, body }: ExampleCall) {
  const { operationId, method, path, summary, deprecated } = operation;
  return html`<li id="${operationId}" data-method="${method}" data-target="${target}"${body === null ? null : html` data-body="${body}"`}>
<a href="#${operationId}"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></a>
<span>${summary}${deprecated && !summary.includes('deprecated') ? html` <em>deprecated</em>` : null}</span>
</li>`;
}
