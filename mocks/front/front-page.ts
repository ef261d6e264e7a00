import { policy, script, style } from '../../src/generated/front-page.js';
import { html, Markup } from '../../src/text/markup.js';
import type { ApiKey } from '../api-keys.js';
import { controlPrefix } from '../control/guard.js';
import type { Fixtures } from '../fixtures.js';
import { fixturesPath } from '../stages/fixtures.js';
import { type ExampleCall, exampleCalls } from './example-calls.js';
import { documentPaths } from './paths.js';

const title = 'Cloud Cost and Commitment Analytics API';

/** What the page shows. */
export interface FrontPage {
  readonly scenario: string;
  /** What the mock's clock shows, ISO 8601. */
  readonly now: string;
  /** Null where this caller is not to see them. */
  readonly keys: readonly ApiKey[] | null;
  /** Why there are none. */
  readonly whyNoKeys: string;
  readonly hasControl: boolean;
  readonly fixtures: Fixtures;
}

/** Headers of the page: it runs only its own script, calls only this server, and is in no other page. */
export const frontPageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; ${policy}; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  Vary: 'Origin, Sec-Fetch-Site',
};

/** The page that says what this server is, and from which its operations can be called. */
export function frontPage(page: FrontPage): string {
  const { scenario, now, hasControl } = page;
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
<p>This is a mock server (<code>cost-contract mock</code>): its data is made up. Scenario <code>${scenario}</code>, clock at <time>${now}</time>.</p>
<nav aria-label="Documents">
<a href="${documentPaths.json}">OpenAPI document</a>
<a href="${documentPaths.yaml}">as YAML</a>
<a href="${fixturesPath}">IDs in the dataset</a>
${hasControl ? html`<a href="${controlPrefix}/journal">Latest requests</a>` : null}
</nav>
</header>
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
<button>Send</button>
</form>
<p class="status" role="status"></p>
<pre class="body" tabindex="0" aria-label="Response body" hidden></pre>
<h3>With curl</h3>
<pre class="curl" tabindex="0" aria-label="curl command"></pre>
</template>
<noscript><p>Without JavaScript this page lists the operations, and sends nothing.</p></noscript>
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}

function keysSection({ keys, whyNoKeys }: FrontPage) {
  const [first] = keys ?? [];
  const known = keys?.map(
    ({ key, scope }) => html`<li><code>${key}</code>${scope === 'read' ? ' (read-only)' : ''}</li>`,
  );
  return html`<section class="keys">
<h2>API key</h2>
${known ? html`<p>These test keys are accepted:</p><ul id="keys">${known}</ul>` : html`<p>${whyNoKeys}</p>`}
<label>Send with <input id="key" value="${first?.key ?? ''}" placeholder="API key" spellcheck="false" autocomplete="off"></label>
</section>`;
}

function row({ operation, target, body }: ExampleCall) {
  const { operationId, method, path, summary, deprecated } = operation;
  return html`<li id="${operationId}" data-method="${method}" data-target="${target}"${body === null ? null : html` data-body="${body}"`}>
<a href="#${operationId}"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></a>
<span>${summary}${deprecated ? html` <em>deprecated</em>` : null}</span>
</li>`;
}
