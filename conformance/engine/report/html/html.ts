import { policy as ownPolicy, script, style } from '../../../../src/generated/report-page.js';
import { groupBy } from '../../../../src/group-by.js';
import { html, Markup, prose } from '../../../../src/text/markup.js';
import { printableLines, printableParts } from '../../../../src/text/printable.js';
import { count } from '../../count.js';
import type { Status } from '../../judge/result.js';
import type { Report } from '../../report.js';
import {
  blockingCommand,
  byCheck,
  byReason,
  causesByCheck,
  causesOf,
  type Group,
  missingFixtures,
  progressLine,
  requestsOf,
  statusLabels,
  subjectName,
  variablesOf,
  verdictOf,
} from '../findings.js';
import { htmlBill } from './html-bill.js';
import { htmlCoverage } from './html-coverage.js';
import { chips, claim, command, finding, item, marks } from './html-finding.js';
import { htmlMatrix } from './html-matrix.js';

/**
 * Renders the report as a self-contained HTML page, which sends no requests and runs only its own script.
 * Data from the target is escaped.
 */
export function htmlReport(raw: Report): string {
  const report = printableParts(raw, printableLines);
  const { word } = verdictOf(report);
  const policy = `default-src 'none'; img-src data:; ${ownPolicy}; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="icon" href="data:,">
<title>${word}: ${report.target}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#results">Skip to the results</a>
<header>${verdict(report)}${tally(report)}${htmlMatrix(report)}</header>
${filters(report)}
<main id="results">
${findings(report, 'failed', 'Failed', 'The server violates these requirements.')}
${htmlBill(report.bill)}
${errored(report)}
${staleWaivers(report)}
${blockedVerdicts(report)}
${findings(report, 'warned', 'Warned', 'The server deviates from requirements that are only recommended or proposed. These fail with --profile strict.')}
${waived(report)}
${htmlCoverage(report.coverage)}
${notApplicable(report)}
${passed(report)}
</main>
<footer>Created by <code>cost-contract</code>, suite ${report.suite_version}. This page contains no API keys. ${variables(report)}</footer>
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}

function verdict(report: Report): Markup {
  const { target, contract_version, profile, started_at, duration_ms, notes } = report;
  const { word, reason } = verdictOf(report);
  return html`<div class="verdict ${word.toLowerCase()}">
<h1><span class="word">${word}</span> <span class="reason">${reason}</span></h1>
<dl class="facts">
<div><dt>Server</dt><dd><code>${target}</code></dd></div>
<div><dt>Contract</dt><dd>${contract_version}</dd></div>
<div><dt>Profile</dt><dd>${profile}</dd></div>
<div><dt>Started</dt><dd><time datetime="${started_at}">${started_at.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>
<div><dt>Duration</dt><dd>${(duration_ms / 1000).toFixed(1)} s</dd></div>
<div><dt>Requests</dt><dd>${requestsOf(report)}</dd></div>
</dl>
${missing(report)}
${notes.length > 0 ? html`<ul class="note">${notes.map((note) => html`<li>${note}</li>`)}</ul>` : null}
</div>`;
}

/** Renders how many operations are implemented, and the others if requested. */
function missing(report: Report): Markup | null {
  const line = progressLine(report, 0);
  if (line === null) return null;
  const names = report.progress?.missing ?? [];
  const proposed = new Set(report.coverage.operations.flatMap((one) => (one.proposed ? one.operation : [])));
  return html`<details class="note"><summary>${line} List the others</summary><ul class="ids">${names.map(
    (name) => html`<li><code>${name}</code>${proposed.has(name) ? ' (only proposed)' : ''}</li>`,
  )}</ul></details>`;
}

/** Sorted from worst to best. */
const severity: readonly Status[] = [
  'failed',
  'errored',
  'blocked',
  'warned',
  'waived',
  'passed',
  'not_applicable',
];

/** Renders the counts as links to their sections and as a bar. */
function tally({ results, summary }: Report): Markup {
  const labels = new Map(statusLabels);
  const present = severity.filter((status) => summary[status] > 0);
  let end = 0;
  const bars = present.map((status) => {
    // A single failure among thousands must be visible.
    const width = Math.max(6, (summary[status] / Math.max(1, results.length)) * 1000);
    end += width;
    return html`<rect class="${status}" x="${(end - width).toFixed(1)}" width="${width.toFixed(1)}" height="10"/>`;
  });
  const checks = new Set(results.map(({ id }) => id)).size;
  return html`<div class="tally">
<ul>${present.map(
    (status) =>
      html`<li class="${status}"><a href="#${status}"><b>${summary[status]}</b> <span>${labels.get(status)}</span></a></li>`,
  )}</ul>
<svg viewBox="0 0 ${end.toFixed(1)} 10" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
<p class="quiet">${count(checks, 'check')}, ${count(results.length, 'verdict')}: one for each operation that a check applies to.</p>
</div>`;
}

function filters({ results }: Report): Markup {
  const operations = [...new Set(results.flatMap(({ operation }) => operation ?? []))].sort();
  const select = (name: string, label: string, values: readonly string[]) =>
    html`<label>${label} <select id="${name}" data-filter><option value="">all</option>${values.map((value) => html`<option>${value}</option>`)}</select></label>`;
  return html`<search class="filters" data-script hidden>
<label>Search <input id="search" type="search" placeholder="words, status" autocomplete="off"></label>
${select('operation', 'Operation', operations)}
${select('level', 'Level', ['MUST', 'SHOULD', 'MAY'])}
${select('basis', 'Basis', ['stated', 'derived', 'proposed'])}
<p id="shown" class="quiet" role="status"></p>
</search>`;
}

interface Part {
  readonly status: Status | 'stale';
  readonly title: string;
  readonly number: string;
  readonly description: string;
}

/** Renders a section of the results, open if it needs action. Returns null without items. */
function part({ status, title, number, description }: Part, items: readonly Markup[]): Markup | null {
  if (items.length === 0) return null;
  const isOpen = ['failed', 'errored', 'stale', 'blocked'].includes(status);
  return html`<details id="${status}" class="${status} part" data-part${isOpen ? html` open` : null}>
<summary><h2>${title} <span class="quiet">${number}</span></h2></summary>
<p class="quiet">${description}</p>
${items}
</details>`;
}

function findings(
  report: Report,
  status: 'failed' | 'warned',
  title: string,
  description: string,
): Markup | null {
  const checks = causesByCheck(report, status);
  return part(
    { status, title, number: count(checks.length, 'check'), description },
    checks.map((causes) => finding(causes, report)),
  );
}

function errored(report: Report): Markup | null {
  const description = 'An internal error of the check. It is not a violation by the server.';
  const number = count(byCheck(report, 'errored').length, 'check');
  return part(
    { status: 'errored', title: 'Errored', number, description },
    byReason(report.results.filter(({ status }) => status === 'errored')).map(reason),
  );
}

function staleWaivers({ stale_waivers }: Report): Markup | null {
  const description = 'The checks ran, but these waivers match no failure. Remove them: they fail the run.';
  return part(
    { status: 'stale', title: 'Stale waivers', number: String(stale_waivers.length), description },
    stale_waivers.map(({ where, check, operation, fingerprint, reason }) =>
      item(
        [{ operation }],
        html`<h3><code>${check}</code></h3><p>${reason}</p><p class="quiet">${where} <code class="chip">${subjectName(operation)}</code> <code>${fingerprint}</code></p>`,
      ),
    ),
  );
}

function blockedVerdicts(report: Report): Markup | null {
  const missing = missingFixtures(report);
  const description = 'These checks apply, but could not be tested, for the given reasons.';
  const fixtures =
    missing === null
      ? []
      : html`<article><h3>Template for <code>--fixtures</code></h3><p class="quiet">The suite cannot discover these values. Replace them with values from your server.</p>${command('fixtures', JSON.stringify(JSON.parse(missing), null, 2))}</article>`;
  const number = count(report.summary.blocked, 'verdict');
  return part(
    { status: 'blocked', title: 'Blocked', number, description },
    [byReason(report.results.filter(({ status }) => status === 'blocked')).map(reason), fixtures].flat(),
  );
}

function notApplicable(report: Report): Markup | null {
  const description = 'These checks do not apply to the server, for the given reason.';
  const number = count(report.summary.not_applicable, 'verdict');
  return part(
    { status: 'not_applicable', title: 'Not applicable', number, description },
    byReason(report.results.filter(({ status }) => status === 'not_applicable')).map(reason),
  );
}

function reason(group: Group): Markup {
  const curl = blockingCommand(group, Number.POSITIVE_INFINITY);
  const ids = [...new Set(group.map(({ id }) => id))];
  return item(
    group,
    html`<h3 class="why">${group[0].message}</h3>
<p>${count(group.length, 'verdict')} in ${chips(group)}</p>
${curl && command(`curl-blocked-${ids[0]}-${group[0].operation}`, curl)}
<details><summary>${count(ids.length, 'check')}</summary><ul class="ids">${ids.map((id) => html`<li><code>${id}</code></li>`)}</ul></details>`,
  );
}

function waived(report: Report): Markup | null {
  const number = count(report.summary.waived, 'verdict');
  return part(
    { status: 'waived', title: 'Waived', number, description: 'Known failures that are accepted for now.' },
    causesOf(report.results, 'waived').map(({ results, violation: { message, waiver } }) =>
      item(
        results,
        html`${claim(results[0])}<p class="note">Until ${waiver?.expires}: ${waiver?.reason}</p><p>${prose(message)} ${chips(results)}</p>`,
      ),
    ),
  );
}

function passed(report: Report): Markup | null {
  const groups = byCheck(report, 'passed');
  const areas = groupBy(groups, ([{ id }]) => id.split('.')[0] ?? '');
  const description = 'The server conforms to these requirements.';
  return part(
    { status: 'passed', title: 'Passed', number: count(groups.length, 'check'), description },
    [...areas].map(
      ([area, checks]) =>
        html`<section data-part><h3>${area}</h3><ul class="rows">${checks.map(passedRow)}</ul></section>`,
    ),
  );
}

function passedRow(group: Group): Markup {
  const [{ id, operation, requirement }] = group;
  const subjects =
    group.length === 1 && operation === null ? subjectName(null) : count(group.length, 'operation');
  return html`<li data-item${marks(group)}><code>${id}</code> <span>${prose(requirement)}</span> <span class="quiet">${subjects}</span></li>`;
}

function variables(report: Report): Markup | null {
  const names = variablesOf(report.results).map(
    ({ name, key }, index) => html`${index > 0 ? ' and ' : ''}<code>${name}</code> (your ${key} key)`,
  );
  return names.length === 0 ? null : html`To reproduce a request, set ${names} first.`;
}
