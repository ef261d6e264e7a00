// @ts-check
import { html } from './html.mjs';
import { siteName } from './layout.mjs';
import { codeBlock } from './markdown.mjs';

/** The shortest way in for callers; the guide to the client tells the rest. */
const program = `import { createClient } from 'cloud-cost-contract';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010', // the mock
  apiKey: 'ccc_test_caller',
});
console.log(await client.getCommitmentOverview());`;

/**
 * What this is for each of its users, in one screen.
 *
 * @param {{ operations: number, checks: number, requirements: number }} counts
 * @param {import('./html.mjs').Html} glance a small picture from the mock's world
 */
export function landingPage(counts, glance) {
  const card = (
    /** @type {string} */ id,
    /** @type {string} */ title,
    /** @type {string} */ what,
    /** @type {import('./html.mjs').Html} */ way,
    /** @type {[string, string][]} */ links,
  ) => html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p>${what}</p>
${way}<p class="links">${links.map(([path, name]) => html`<a href="${path}">${name}</a> `)}</p></section>
`;
  return {
    path: 'index.html',
    title: siteName,
    description: 'The contract of a Cloud Cost and Commitment Analytics API, made executable.',
    wide: true,
    main: html`<div class="hero"><h1>Cloud costs and commitments, under one contract</h1>
<p>An OpenAPI document of ${counts.operations} operations. From it come a mock whose numbers add up, ${counts.checks} checks for a server in any language, and a typed client. Begin with <code>npm install --save-dev cloud-cost-contract</code>.</p></div>
<div class="cards">
${card(
  'backend',
  'You build the server',
  'Point one command at it and learn whether it keeps the contract, and what to mend.',
  codeBlock('npx cost-contract verify http://localhost:8080 \\\n  --api-key YOUR_KEY', 'sh'),
  [
    ['guides/verify-your-server.html', 'Verify your server'],
    ['guides/in-ci.html', 'In CI'],
    ['checks.html', 'All checks'],
  ],
)}
${card(
  'frontend',
  'You build the frontend',
  'Have the whole API on your machine, with figures that agree between endpoints.',
  codeBlock('npx cost-contract mock', 'sh'),
  [
    ['guides/mock.html', 'Mock for frontend work'],
    ['default-world.html', 'Its data'],
    ['guides/control-plane.html', 'Clock and faults'],
  ],
)}
${card(
  'reader',
  'You want to know what a field means',
  'Every figure is explained, with its unit and what null means. Call any operation on its page: a mock runs in your browser.',
  glance,
  [
    ['reference/get-commitment-overview.html#try-it', 'Try an operation'],
    ['guides/commitments.html', 'Commitments explained'],
    ['reference/index.html', 'Reference'],
  ],
)}
${card(
  'caller',
  'You call it from TypeScript',
  'A small client that retries, pages, keys its writes and raises typed errors.',
  codeBlock(program, 'ts'),
  [
    ['guides/client.html', 'The client'],
    ['guides/errors-and-retries.html', 'Errors and retries'],
    ['guides/webhooks.html', 'Webhooks'],
  ],
)}
</div>
<p class="promise">Each of the ${counts.requirements} statements in the service’s own description has <a href="requirements.html">its place in the document, and its checks</a>. What the description leaves open is marked as proposed, and never fails a server unless you ask for it.</p>`,
  };
}
