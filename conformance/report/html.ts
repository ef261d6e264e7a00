import { createHash } from 'node:crypto';
import { script, style } from '../../src/generated/report-page.js';
import { count } from '../count.js';
import { draftWaiver } from '../draft-waivers.js';
import { groupBy } from '../group-by.js';
import type { Report } from '../report.js';
import type { Result, Status } from '../result.js';
import {
  byCheck,
  byReason,
  bySameFault,
  type Group,
  missingFixtures,
  requestsOf,
  statusWords,
  subjectName,
  variablesOf,
  verdictOf,
} from './findings.js';
import { htmlCoverage } from './html-coverage.js';
import { html, Markup, prose } from './markup.js';

/** Different faults of one check that are shown; the others are counted. */
const shownFaults = 20;
/** What is shown of a body: enough to see what it is about. */
const longestBody = 8000;

/**
 * The report as a page of its own: one file that needs no other, asks nobody for anything and runs
 * only its own script. Everything that comes from the target is escaped.
 */
export function htmlReport(report: Report): string {
  const { word, reason } = verdictOf(report);
  const failed = byCheck(report, 'failed');
  const errored = byCheck(report, 'errored');
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'">
<link rel="icon" href="data:,">
<title>${word}: ${report.target}</title>
<style>${new Markup(style)}</style>
</head>
<body class="${word.toLowerCase()}">
<a class="skip" href="#results">To the results</a>
<header>
${verdict(report, word, reason)}
${tally(report)}
</header>
${filters(report)}
<main id="results">
${
  failed.length > 0
    ? section(
        'failed',
        'Failed',
        count(failed.length, 'check'),
        'These break the contract.',
        failed.map((group) => check(group, report)),
      )
    : null
}
${
  errored.length > 0
    ? section(
        'errored',
        'Errored',
        count(errored.length, 'check'),
        'The check itself broke, which says nothing of the server.',
        errored.map((group) => check(group, report)),
      )
    : null
}
${stale(report)}
${couldNotRun(report)}
${warnings(report)}
${waived(report)}
${htmlCoverage(report.coverage)}
${notApplicable(report)}
${passed(report)}
</main>
<footer><p>Made by <code>cost-contract</code>, suite ${report.suite_version}. API keys stand nowhere in this page. ${repeating(report)}</p></footer>
<script>${new Markup(script)}</script>
</body>
</html>
`;
  return page.text;
}

function repeating(report: Report): Markup | null {
  const variables = variablesOf(report.results);
  if (variables.length === 0) return null;
  const names = variables.map(
    ({ name, key }, index) => html`${index > 0 ? ' and ' : ''}<code>${name}</code> (your ${key} key)`,
  );
  return html`To repeat a request, set ${names} first.`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function verdict(report: Report, word: string, reason: string): Markup {
  const { target, contract_version, profile, started_at, duration_ms, notes } = report;
  return html`<div class="verdict">
<p class="kind">Conformance report</p>
<h1><span class="word">${word}</span> <span class="reason">${reason}</span></h1>
<p class="target">${target}</p>
<dl class="facts">
<div><dt>Contract</dt><dd>${contract_version}</dd></div>
<div><dt>Profile</dt><dd>${profile}</dd></div>
<div><dt>When</dt><dd><time datetime="${started_at}">${started_at.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>
<div><dt>Took</dt><dd>${(duration_ms / 1000).toFixed(1)} s</dd></div>
<div><dt>Requests</dt><dd>${requestsOf(report)}</dd></div>
</dl>
${notes.map((note) => html`<p class="note">${note}</p>`)}
</div>`;
}

/** The counts, as links to their sections, and as a bar. */
function tally({ results, summary }: Report): Markup {
  const order: readonly Status[] = [
    'failed',
    'errored',
    'could_not_run',
    'warned',
    'waived',
    'passed',
    'not_applicable',
  ];
  const words = new Map(statusWords);
  const present = order.filter((status) => summary[status] > 0);
  let at = 0;
  const bars = present.map((status) => {
    // So that a single failure among thousands is seen.
    const width = Math.max(6, (summary[status] / Math.max(1, results.length)) * 1000);
    const bar = html`<rect class="${status}" x="${at.toFixed(1)}" width="${width.toFixed(1)}" height="10"/>`;
    at += width;
    return bar;
  });
  const checks = new Set(results.map(({ id }) => id)).size;
  return html`<div class="tally">
<ul>${present.map(
    (status) =>
      html`<li class="${status}"><a href="#${status}"><b>${summary[status]}</b> <span>${words.get(status)}</span></a></li>`,
  )}</ul>
<svg viewBox="0 0 ${at.toFixed(1)} 10" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
<p>${count(checks, 'check')}, ${count(results.length, 'verdict')}: one for each operation that a check fits.</p>
</div>`;
}

function filters({ results }: Report): Markup {
  const operations = [...new Set(results.flatMap(({ operation }) => operation ?? []))].sort();
  return html`<search class="filters" data-script hidden>
<label>Find <input id="search" type="search" placeholder="a check, a word, a status" autocomplete="off"></label>
<label>Operation <select id="operation"><option value="">all</option>${operations.map(
    (operation) => html`<option>${operation}</option>`,
  )}</select></label>
<p id="shown" role="status"></p>
</search>`;
}

function section(
  id: string,
  title: string,
  number: string,
  words: string,
  inside: readonly Markup[],
): Markup {
  return html`<section id="${id}" class="${id}" data-section>
<h2>${title} <span class="number">${number}</span></h2>
<p class="words">${words}</p>
${inside}
</section>`;
}

function folded(id: string, title: string, number: string, words: string, inside: Markup): Markup {
  return html`<details id="${id}" class="${id} part" data-section>
<summary><h2>${title} <span class="number">${number}</span></h2></summary>
<p class="words">${words}</p>
${inside}
</details>`;
}

/** A check that failed: what it asks for once, then each kind of fault with who shares it. */
function check(results: Group, report: Report): Markup {
  const [first] = results;
  const faults = bySameFault(results);
  const left = faults.slice(shownFaults).flat();
  return html`<article class="check" data-item data-operations="${operationNames(results)}">
${claim(first)}
${faults.slice(0, shownFaults).map((same, index) => fault(same, `${first.id}-${index}`, report))}
${left.length > 0 ? html`<p>… and ${count(faults.length - shownFaults, 'other fault')} in ${chips(left)}</p>` : null}
</article>`;
}

function claim({ id, level, basis, source, requirement }: Result): Markup {
  return html`<h3 id="check-${id}"><a href="#check-${id}">${id}</a></h3>
<p class="requirement">${prose(requirement)}</p>
<p class="origin"><span class="badge">${level}</span> <span class="badge ${basis}">${basis}</span> ${source}</p>`;
}

function fault(same: Group, name: string, { started_at }: Report): Markup {
  const [first] = same;
  const { id, message, expected, actual, exchange, fingerprint, waiver, more_faults, other_faults } = first;
  const operations = same.map(({ operation }) => operation);
  return html`<section class="fault">
<h4>${prose(message ?? '')}</h4>
<p class="where">${chips(same)}${more_faults > 0 ? html` <span class="more">and ${count(more_faults, 'fault')} more there</span>` : null}</p>
${waiver ? html`<p class="note">A waiver accepted this until ${waiver.expires}, when it expired: ${waiver.reason}</p>` : null}
${
  expected === null
    ? null
    : html`<dl class="sides">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${actual}</dd></div>
</dl>`
}
${
  other_faults.length > 0
    ? html`<details><summary>Of another kind there: ${other_faults.length}</summary><ul class="others">${other_faults.map(
        (other) =>
          html`<li>${prose(other.message)} Expected <code>${other.expected}</code>, got <code>${other.actual}</code>. <code>${other.fingerprint}</code>${other.waived ? ', waived' : ''}</li>`,
      )}</ul></details>`
    : null
}
${
  exchange
    ? html`<div class="command"><pre id="curl-${name}"><code>${exchange.curl}</code></pre>${copyButton(`curl-${name}`)}</div>
<details><summary>Request and answer</summary>${wire(exchange)}</details>`
    : null
}
${
  fingerprint
    ? html`<details><summary>Accept it for now</summary><p>Put this into a file for <code>--waivers</code>, with a reason:</p><div class="command"><pre id="waiver-${name}"><code>${draftWaiver({ id, operations, fingerprint }, started_at)}</code></pre>${copyButton(`waiver-${name}`)}</div></details>`
    : null
}
</section>`;
}

function copyButton(id: string): Markup {
  return html`<button type="button" data-copies="${id}" data-script hidden>Copy</button>`;
}

function wire({ request, response }: NonNullable<Result['exchange']>): Markup {
  const sent = [`${request.method} ${request.url}`, ...headerLines(request.headers)].join('\n');
  const came = response ? [`${response.status}`, ...headerLines(response.headers)].join('\n') : '';
  return html`<div class="sides wire">
<div><h5>Request</h5><pre tabindex="0">${sent}${request.body === null ? null : `\n\n${readable(request.body)}`}</pre></div>
<div><h5>Answer</h5><pre tabindex="0">${response ? `${came}\n\n${readable(response.body)}` : 'There was none.'}</pre></div>
</div>`;
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

/** A body with its JSON spread out, and its beginning only where it is long. */
function readable(body: string): string {
  let text = body;
  try {
    text = JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // What is no JSON is shown as it came.
  }
  return text.length <= longestBody
    ? text
    : `${text.slice(0, longestBody)}\n… cut here: it has ${text.length} characters`;
}

function stale({ stale_waivers }: Report): Markup | null {
  if (stale_waivers.length === 0) return null;
  return section(
    'stale',
    'Stale waivers',
    String(stale_waivers.length),
    'Their checks ran and found nothing like it: remove them. They fail the run.',
    stale_waivers.map(
      ({ where, check, operation, fingerprint, reason }) =>
        html`<article class="check" data-item data-operations="${operation}"><h3>${check}</h3><p class="requirement">${reason}</p><p class="origin">${where} <span class="chip">${subjectName(operation)}</span> <code>${fingerprint}</code></p></article>`,
    ),
  );
}

function couldNotRun(report: Report): Markup | null {
  const groups = byReason(report, 'could_not_run');
  if (groups.length === 0) return null;
  const missing = missingFixtures(report);
  return section(
    'could_not_run',
    'Could not run',
    count(report.summary.could_not_run, 'verdict'),
    'These apply, but something is missing, so nothing can be said. Until it is given the run is incomplete.',
    [...groups.map(reason), ...(missing === null ? [] : [fixturesFile(missing)])],
  );
}

function fixturesFile(text: string): Markup {
  return html`<article class="check"><h3>A file for <code>--fixtures</code></h3><p class="origin">It names what no list tells; put in what your server has.</p><div class="command"><pre id="fixtures"><code>${JSON.stringify(JSON.parse(text), null, 2)}</code></pre>${copyButton('fixtures')}</div></article>`;
}

function reason(group: Group): Markup {
  return html`<article class="check" data-item data-operations="${operationNames(group)}">
<h3 class="why">${group[0].message}</h3>
<p class="origin">${count(group.length, 'verdict')} in ${chips(group)}</p>
<details><summary>${count(new Set(group.map(({ id }) => id)).size, 'check')}</summary>${idList(group)}</details>
</article>`;
}

function warnings(report: Report): Markup | null {
  const groups = byCheck(report, 'warned');
  if (groups.length === 0) return null;
  return folded(
    'warned',
    'Warned',
    count(groups.length, 'check'),
    'These depart from what is recommended, or only proposed. With --profile strict they fail.',
    html`${groups.map((group) => check(group, report))}`,
  );
}

function waived(report: Report): Markup | null {
  const groups = byCheck(report, 'waived').flatMap(bySameFault);
  if (groups.length === 0) return null;
  return folded(
    'waived',
    'Waived',
    count(report.summary.waived, 'verdict'),
    'Known, and accepted for now.',
    html`${groups.map(
      (group) => html`<article class="check" data-item data-operations="${operationNames(group)}">
${claim(group[0])}
<p class="note">Until ${group[0].waiver?.expires}: ${group[0].waiver?.reason}</p>
<p>${prose(group[0].message ?? '')} ${chips(group)}</p>
</article>`,
    )}`,
  );
}

function notApplicable(report: Report): Markup | null {
  const groups = byReason(report, 'not_applicable');
  if (groups.length === 0) return null;
  return folded(
    'not_applicable',
    'Not applicable',
    count(report.summary.not_applicable, 'verdict'),
    'There is nothing here that these are about, for the reason given.',
    html`${groups.map(reason)}`,
  );
}

function passed(report: Report): Markup | null {
  const groups = byCheck(report, 'passed');
  if (groups.length === 0) return null;
  const areas = groupBy(groups, ([{ id }]) => id.split('.')[0] ?? '');
  return folded(
    'passed',
    'Passed',
    count(groups.length, 'check'),
    'The checks that hold, and for how many operations.',
    html`${[...areas].map(
      ([area, checks]) =>
        html`<section data-group><h3>${area}</h3><ul class="rows">${checks.map(
          (group) =>
            html`<li data-item data-operations="${operationNames(group)}"><code>${group[0].id}</code> <span>${prose(group[0].requirement)}</span> <span class="more">${countOperations(group)}</span></li>`,
        )}</ul></section>`,
    )}`,
  );
}

function countOperations(group: Group): string {
  return group.length === 1 && group[0].operation === null
    ? subjectName(null)
    : count(group.length, 'operation');
}

function idList(group: Group): Markup {
  const ids = [...new Set(group.map(({ id }) => id))];
  return html`<ul class="ids">${ids.map((id) => html`<li><code>${id}</code></li>`)}</ul>`;
}

function operationNames(results: readonly Result[]): string {
  return [...new Set(results.map(({ operation }) => operation ?? ''))].join(' ');
}

function chips(results: readonly Result[]): Markup {
  const names = [...new Set(results.map(({ operation }) => subjectName(operation)))];
  return html`${names.map((name) => html`<span class="chip">${name}</span> `)}`;
}
