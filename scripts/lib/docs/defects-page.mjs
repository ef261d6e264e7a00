// @ts-check
import { html } from './html.mjs';
import { scrolling } from './markdown.mjs';
import { heading, jumpList, titleOf } from './parts.mjs';

/**
 * Every server that is wrong on purpose, and how the suite notices.
 *
 * @param {Readonly<Record<string, readonly { name: string, kills: string, also?: readonly string[], base?: string }[]>>} defectsByArea
 * @param {readonly any[]} checks
 */
export function defectsPage(defectsByArea, checks) {
  const areas = Object.entries(defectsByArea);
  const all = areas.flatMap(([, defects]) => defects);
  const byId = new Map(checks.map((check) => [check.id, check]));
  return {
    path: 'defects.html',
    title: 'Wrong servers',
    description: `The ${all.length} servers that are wrong in one way each, and the check that finds each.`,
    main: html`<h1>Wrong servers</h1>
<p class="lead">To prove that the <a href="checks.html">checks</a> see what they claim to see, the suite is run against ${all.length} servers that are wrong in one way each. Each of the ${checks.length} checks has to find at least one of them, and none may find anything where it is not named.</p>
<p>A server that keeps the contract has the defect put around it: the mock, or a small server written against the service’s description alone. <code>npm run test:defects</code> judges them all in a clone of the repository, and <code>npm run serve:defect</code> serves one to look at.</p>
<p>Some checks judge any answer that passes by, whoever asked for it; some need requests of their own; a few do both.</p>
${jumpList(areas.map(([area, defects]) => [area, html`${titleOf(area)} <span class="count">${defects.length}</span>`]))}
${areas.map(
  ([area, defects]) => html`<section aria-labelledby="${area}">${heading(2, area, titleOf(area))}
${scrolling(
  html`<table><thead><tr><th scope="col">What is wrong</th><th scope="col">Found by</th><th scope="col">Also found by</th><th scope="col">Noticed</th><th scope="col">Around</th></tr></thead><tbody>${defects.map(
    ({ name, kills, also = [], base }) =>
      html`<tr><th scope="row">${sentence(name)}</th><td>${linkTo(kills)}</td><td>${also.length === 0 ? '–' : also.map((id, index) => html`${index > 0 && html`<br>`}${linkTo(id)}`)}</td><td>${noticed(byId.get(kills))}</td><td>${base === 'mock' ? 'mock' : 'small server'}</td></tr>
`,
  )}</tbody></table>`,
)}</section>`,
)}`,
  };
}

/** @param {string} name */
const sentence = (name) => `${name[0]?.toUpperCase()}${name.slice(1)}.`;

/** @param {string} id */
const linkTo = (id) => html`<a href="checks.html#${id}"><code>${id}</code></a>`;

/** @param {any} check */
function noticed(check) {
  if (check.kind === 'exchange') return 'any answer';
  return check.watch ? 'own requests, traffic' : 'own requests';
}
