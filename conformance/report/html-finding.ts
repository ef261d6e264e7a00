import { html, type Markup, prose } from '../../src/text/markup.js';
import { count } from '../count.js';
import { draftWaiver } from '../draft-waivers.js';
import type { Report } from '../report.js';
import type { Result } from '../result.js';
import { bySameFault, type Group, shownFrom, subjectName } from './findings.js';

/** Different violations of one check that are shown; the others are counted. */
const shownFaults = 20;
/** What is shown of a body: enough to see what it is about. */
const longestBody = 8000;

/** An item that the filters show or hide. */
export function item(results: readonly Pick<Result, 'operation'>[], inside: Markup): Markup {
  const operations = new Set(results.map(({ operation }) => operation ?? ''));
  return html`<article data-item data-operations="${[...operations].join(' ')}">
${inside}
</article>`;
}

/** A check that failed: its requirement once, then each kind of violation with the operations that share it. */
export function finding(results: Group, report: Report): Markup {
  const [first] = results;
  const faults = bySameFault(results);
  const left = faults.slice(shownFaults).flat();
  return item(
    results,
    html`${claim(first)}
${faults.slice(0, shownFaults).map((same, index) => fault(same, `${first.id}-${index}`, report))}
${left.length > 0 ? html`<p>… and ${count(faults.length - shownFaults, 'other violation')} in ${chips(left)}</p>` : null}`,
  );
}

export function claim({ id, level, basis, source, requirement }: Result): Markup {
  return html`<h3 id="check-${id}"><a href="#check-${id}"><code>${id}</code></a></h3>
<p class="requirement">${prose(requirement)}</p>
<p class="quiet"><span class="badge">${level}</span> <span class="badge ${basis}">${basis}</span> ${source}</p>`;
}

export function chips(results: readonly Result[]): Markup {
  const names = [...new Set(results.map(({ operation }) => subjectName(operation)))];
  return html`${names.map((name) => html`<code class="chip">${name}</code> `)}`;
}

/** A text to be copied, with a button where scripts run. */
export function command(id: string, text: string): Markup {
  return html`<div class="command"><pre id="${id}"><code>${text}</code></pre><button type="button" data-copies="${id}" data-script hidden>Copy</button></div>`;
}

function fault(same: Group, name: string, { started_at }: Report): Markup {
  const [{ id, message, exchange, fingerprint, waiver, more_faults, ...first }] = same;
  const operations = same.map(({ operation }) => operation);
  const from = shownFrom(same);
  return html`<section class="fault">
<h4>${prose(message ?? '')}</h4>
<p>${chips(same)}${more_faults > 0 ? html` <span class="quiet">and ${more_faults} more there</span>` : null}</p>
${waiver ? html`<p class="note">A waiver accepted this until ${waiver.expires}, when it expired: ${waiver.reason}</p>` : null}
${from && html`<p class="quiet">Seen in <code>${from}</code>:</p>`}
${sides(first)}
${others(first)}
${exchange && html`${command(`curl-${name}`, exchange.curl)}<details><summary>Request and response</summary>${wire(exchange)}</details>`}
${
  fingerprint &&
  html`<details><summary>Accept it for now</summary><p>Put this into a file for <code>--waivers</code>, with a reason:</p>${command(`waiver-${name}`, draftWaiver({ id, operations, fingerprint }, started_at))}</details>`
}
</section>`;
}

function sides({ expected, actual }: Pick<Result, 'expected' | 'actual'>): Markup | null {
  if (expected === null) return null;
  return html`<dl class="sides">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${actual}</dd></div>
</dl>`;
}

function others({ other_faults }: Pick<Result, 'other_faults'>): Markup | null {
  if (other_faults.length === 0) return null;
  return html`<details><summary>Of another kind there: ${other_faults.length}</summary><ul>${other_faults.map(
    ({ message, expected, actual, fingerprint, waived }) =>
      html`<li>${prose(message)} Expected <code>${expected}</code>, got <code>${actual}</code>. <code>${fingerprint}</code>${waived ? ', waived' : ''}</li>`,
  )}</ul></details>`;
}

function wire({ request, response }: NonNullable<Result['exchange']>): Markup {
  const lines = (start: string | number, headers: Readonly<Record<string, string>>) =>
    [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n');
  const sent = lines(`${request.method} ${request.url}`, request.headers);
  const received = response && `${lines(response.status, response.headers)}\n\n${readable(response.body)}`;
  return html`<div class="sides wire">
<div><h5>Request</h5><pre tabindex="0">${sent}${request.body === null ? null : `\n\n${readable(request.body)}`}</pre></div>
<div><h5>Response</h5><pre tabindex="0">${received ?? 'There was none.'}</pre></div>
</div>`;
}

/** A body with its JSON spread out, and its beginning only where it is long. */
function readable(body: string): string {
  let text = body;
  try {
    text = JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // What is not JSON is shown as it is.
  }
  return text.length <= longestBody
    ? text
    : `${text.slice(0, longestBody)}\n… cut here: it has ${text.length} characters`;
}
