import { html, type Markup, prose } from '../../../../src/text/markup.js';
import { count } from '../../count.js';
import { draftWaiver } from '../../judge/draft-waivers.js';
import type { Result } from '../../judge/result.js';
import type { Report } from '../../report.js';
import { type Cause, extentOf, messageBelow, shownFrom, subjectName, unlisted } from '../findings.js';

/** Maximum number of distinct violations of one check with all details; the others are a line each. */
const maxViolations = 20;
/** Maximum characters of a body that are shown. */
const maxBodyLength = 8000;

/** What the filters compare: a result, or a waiver, which has no level. */
type Marked = Pick<Result, 'operation'> & Partial<Pick<Result, 'level' | 'basis'>>;

/** Renders an item that the filters show or hide. */
export function item(results: readonly Marked[], inside: Markup): Markup {
  return html`<article data-item${marks(results)}>
${inside}
</article>`;
}

/** Renders the attributes that the filters compare. */
export function marks(results: readonly Marked[]): Markup {
  const all = (name: keyof Marked) => [...new Set(results.map((result) => result[name] ?? ''))].join(' ');
  return html` data-operation="${all('operation')}" data-level="${all('level')}" data-basis="${all('basis')}"`;
}

/** Renders a failed check: its requirement, then each distinct violation with its operations. */
export function finding(causes: readonly [Cause, ...Cause[]], report: Report): Markup {
  const results = causes.flatMap((cause) => cause.results);
  const [{ results: first }] = causes;
  return item(
    results,
    html`${claim(first[0])}
${causes.slice(0, maxViolations).map((cause, index) => violation(cause, `${first[0].id}-${index}`, report))}
${others(causes.slice(maxViolations))}
${unlisted(results)}`,
  );
}

export function claim({ id, level, basis, is_contradiction, source, requirement }: Result): Markup {
  return html`<h3 id="check-${id}"><a href="#check-${id}"><code>${id}</code></a></h3>
<p class="requirement">${prose(requirement)}</p>
<p class="quiet"><span class="badge">${level}</span> <span class="badge ${basis}">${basis}</span> ${is_contradiction ? html`<span class="badge">contradiction in the documented shape</span> ` : null}${source}</p>`;
}

export function chips(results: readonly Result[]): Markup {
  const names = [...new Set(results.map(({ operation }) => subjectName(operation)))];
  return html`${names.map((name) => html`<code class="chip">${name}</code> `)}`;
}

/** Renders a text with a button to copy it, which is visible only if scripts run. */
export function command(id: string, text: string): Markup {
  return html`<div class="command"><pre id="${id}"><code>${text}</code></pre><button type="button" data-copies="${id}" data-script hidden>Copy</button></div>`;
}

function violation(cause: Cause, name: string, { started_at }: Report): Markup {
  const { results } = cause;
  const { message, sql, curl, fingerprint, waiver, status } = cause.violation;
  const [{ id, requirement, exchange, fingerprint: shown }] = results;
  const operations = results.map(({ operation }) => operation);
  const from = shownFrom(cause);
  const names = `${status}-${name}`;
  return html`<section class="fault">
<h4>${prose(messageBelow(requirement, message))}</h4>
<p>${chips(results)}<span class="quiet">${extentOf(cause.violation)}</span></p>
${waiver ? html`<p class="note">The waiver for this failure expired on ${waiver.expires}: ${waiver.reason}</p>` : null}
${from && html`<p class="quiet">Shown from <code>${from}</code>:</p>`}
${sides(cause.violation)}
${sql && html`<p class="quiet">In DuckDB:</p>${command(`sql-${names}`, sql)}`}
${curl && command(`curl-${names}`, curl)}
${exchange && shown === fingerprint ? html`<details><summary>Request and response</summary>${wire(exchange)}</details>` : null}
<details><summary>Waive this failure</summary><p>To accept it for now, add this entry with a reason to the file for <code>--waivers</code>:</p>${command(`waiver-${names}`, draftWaiver({ id, operations, fingerprint }, started_at))}</details>
</section>`;
}

function sides({ expected, actual }: Cause['violation']): Markup {
  return html`<dl class="sides">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${actual}</dd></div>
</dl>`;
}

/** Lists violations in a line each, so that a check with many does not make the page too long. */
function others(causes: readonly Cause[]): Markup | null {
  if (causes.length === 0) return null;
  return html`<details><summary>${count(causes.length, 'other violation')}</summary><ul>${causes.map(
    ({ results, violation: { message, expected, actual, fingerprint, ...extent } }) =>
      html`<li>${prose(messageBelow(results[0].requirement, message))}${extentOf(extent)} Expected <code>${expected}</code>, got <code>${actual}</code>. <code>${fingerprint}</code> ${chips(results)}</li>`,
  )}</ul></details>`;
}

function wire({ request, response }: NonNullable<Result['exchange']>): Markup {
  const lines = (start: string | number, headers: Readonly<Record<string, string>>) =>
    [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n');
  const sent = lines(`${request.method} ${request.url}`, request.headers);
  const received = response && `${lines(response.status, response.headers)}\n\n${readable(response.body)}`;
  return html`<div class="sides wire">
<div><h5>Request</h5><pre tabindex="0">${sent}${request.body === null ? null : `\n\n${readable(request.body)}`}</pre></div>
<div><h5>Response</h5><pre tabindex="0">${received ?? 'No response.'}</pre></div>
</div>`;
}

/** Formats a JSON body, and truncates a long one. */
function readable(body: string): string {
  let text = body;
  try {
    text = JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // A body that is not JSON is shown unchanged.
  }
  return text.length <= maxBodyLength
    ? text
    : `${text.slice(0, maxBodyLength)}\n… truncated: the body has ${text.length} characters`;
}
