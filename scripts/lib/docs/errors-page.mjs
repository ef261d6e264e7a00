// @ts-check
import { html } from './html.mjs';
import { line } from './markdown.mjs';
import { examplesOf, heading, jumpList } from './parts.mjs';

/**
 * Every error code: what it goes with, whether to try again, and what each operation means by it.
 *
 * @param {Record<string, any>} document
 * @param {import('./operations.mjs').OperationPage[]} operations
 * @param {{ statusOfCode: Record<string, number>, isRetryableStatus: (status: number) => boolean }} contract
 */
export function errorsPage(document, operations, { statusOfCode, isRetryableStatus }) {
  const codes = Object.entries(statusOfCode);
  return {
    path: 'reference/errors.html',
    title: 'Error codes',
    description: `The ${codes.length} error codes, and what each operation means by them.`,
    main: html`<p class="crumbs"><a href="index.html">Reference</a></p><h1>Error codes</h1>
<p class="lead">Each failure has one of these in <code>error.code</code>. What to do about them is told in <a href="../guides/errors-and-retries.html">errors and retries</a>; any of them can be had from the mock <a href="../guides/mock.html#show-every-failure">by name</a>.</p>
${jumpList(codes.map(([code]) => [code, html`<code>${code}</code>`]))}
${codes.map(([code, status]) => {
  const cases = casesOf(document, operations, code);
  return html`<section aria-labelledby="${code}">${heading(2, code, html`<code>${code}</code>`)}
<p>Status ${status}. ${isRetryableStatus(status) ? 'May be tried again, after a pause' : 'Trying again changes nothing'}.</p>
<dl class="rows">${cases.map(
    ({ name, summary, where }) =>
      html`<div><dt><code>${name}</code></dt><dd>${line(summary)}<br><span class="fact">${where.length === operations.length ? 'Every operation' : where.map(({ page, short, status }, index) => html`${index > 0 && ', '}<a href="${page.slice('reference/'.length)}#failure-${status}">${short}</a>`)}</span></dd></div>
`,
  )}</dl></section>
`;
})}`,
  };
}

/**
 * The documented cases of a code, and the operations that have each.
 *
 * @param {Record<string, any>} document
 * @param {import('./operations.mjs').OperationPage[]} operations
 * @param {string} code
 */
function casesOf(document, operations, code) {
  /** @type {Map<string, { name: string, summary: string | undefined, where: { page: string, short: string, status: string }[] }>} */
  const cases = new Map();
  for (const { page, short, responses } of operations) {
    for (const [status, { value: response }] of Object.entries(responses)) {
      for (const { name, summary, value } of examplesOf(
        document,
        response.content?.['application/json']?.examples,
      )) {
        if (value.error?.code !== code) continue;
        const key = `${name}: ${summary}`;
        const known = cases.get(key) ?? { name, summary, where: [] };
        known.where.push({ page, short, status });
        cases.set(key, known);
      }
    }
  }
  return [...cases.values()].sort((a, b) => b.where.length - a.where.length);
}
