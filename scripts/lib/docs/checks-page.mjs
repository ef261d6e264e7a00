// @ts-check
import { groupBy } from './group-by.mjs';
import { html } from './html.mjs';
import { line } from './markdown.mjs';
import { heading, jumpList, titleOf } from './parts.mjs';

/**
 * @param {readonly any[]} checks
 * @param {readonly { name: string, kills: string }[]} defects servers that are wrong in one way
 * @param {readonly { id: string, checks?: string[] }[]} requirements
 */
export function checksPage(checks, defects, requirements) {
  const found = groupBy(defects, ({ kills }) => kills);
  const areas = groupBy(checks, areaOf);
  const held = groupBy(
    requirements.flatMap(({ id, checks: own = [] }) => own.map((check) => ({ id, check }))),
    ({ check }) => check,
  );
  return {
    path: 'checks.html',
    title: 'All checks',
    description: `The ${checks.length} checks of the conformance suite.`,
    main: html`<h1>All checks</h1>
<p class="lead">The ${checks.length} checks that <a href="guides/verify-your-server.html"><code>cost-contract verify</code></a> runs. A MUST that is stated or derived can fail a server; everything else warns, unless you ask for <code>--profile strict</code>.</p>
<p>To prove that they see what they claim to see, they are run against <a href="defects.html">${defects.length} servers that are wrong in one way each</a>; each check tells which of them it finds.</p>
${jumpList([...areas].map(([area, list]) => [`area-${area}`, html`${titleOf(area)} <span class="count">${list.length}</span>`]))}
${[...areas].map(
  ([area, list]) => html`<section aria-labelledby="area-${area}">${heading(2, `area-${area}`, titleOf(area))}
<dl class="rows">${list.map(
    (/** @type {any} */ { id, level, basis, requirement, source }) =>
      html`<div id="${id}"><dt><a href="#${id}"><code>${id}</code></a> <span class="badge level">${level}</span> <span class="badge ${basis}">${basis}</span></dt><dd>${line(requirement)}<br><span class="fact">Source: ${line(source)}</span>${proven(held.get(id) ?? [])}${killed(found.get(id) ?? [])}</dd></div>
`,
  )}</dl></section>`,
)}`,
  };
}

/** @param {{ id: string }} check */
function areaOf({ id }) {
  return id.split('.')[0] ?? id;
}

/** @param {{ id: string }[]} requirements */
function proven(requirements) {
  const links = requirements.map(
    ({ id }, index) => html`${index > 0 && ', '}<a href="requirements.html#${id}"><code>${id}</code></a>`,
  );
  if (links.length === 0) return '';
  return links.length < 6
    ? html`<br><span class="fact">Proves ${links}</span>`
    : html`<br><details class="fact"><summary>Proves ${links.length} requirements</summary>${links}</details>`;
}

/** @param {{ name: string }[]} defects */
function killed(defects) {
  if (defects.length === 0) return '';
  return html`<details><summary class="fact">Finds ${defects.length === 1 ? 'a server' : `${defects.length} servers`} made wrong on purpose</summary><ul>${defects.map(({ name }) => html`<li>${line(name)}</li>`)}</ul></details>`;
}
