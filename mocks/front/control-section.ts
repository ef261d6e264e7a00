import { statusOfCode } from '../../src/contract/errors.js';
import { operations } from '../../src/generated/operations.js';
import { html, type Markup } from '../../src/text/markup.js';
import { maxUploadBytes } from '../settings/limits.js';

/** Whether the page controls the mock: freely, with the control token, or not at all, with the reason. */
export type Access = { readonly kind: 'open' | 'token' } | { readonly kind: 'off'; readonly reason: string };

/** The contents of the part of the front page that controls the mock. */
export interface ControlSection {
  readonly access: Access;
  /** The current scenario. */
  readonly scenario: string;
  readonly scenarios: readonly string[];
}

/** Steps of the clock, as ISO 8601 durations. */
const steps = { PT1H: '1 hour', P1D: '1 day', P7D: '7 days', P30D: '30 days' };

/** Renders the controls. The script of the page calls the control plane. */
export function controlSection({ access, scenario, scenarios }: ControlSection): Markup {
  if (access.kind === 'off') {
    return html`<aside aria-label="Control" class="control"><p>${access.reason}</p></aside>`;
  }
  return html`<aside aria-label="Control" class="control" id="control">
${access.kind === 'token' ? tokenCard : null}
${card(
  'state',
  'Scenario and clock',
  html`<label class="stacked">Scenario <select name="scenario">${scenarios.map((name) => option(name, name, name === scenario))}</select></label>
<p class="time">Clock: <time></time></p>
<form><label class="half">New time (UTC) <input name="now" placeholder="2026-07-01T00:00:00Z" spellcheck="false" autocomplete="off"></label><button>Set</button></form>
<div class="row"><label class="half">Advance by <select name="step">${Object.entries(steps).map(([value, text]) => option(value, text))}</select></label><button type="button" name="advance">Advance</button></div>
<label class="check stacked"><input type="checkbox" name="frozen"> Freeze the clock</label>
<button type="button" name="reset" class="second stacked">Reset the mock</button>`,
)}
${card(
  'faults',
  'Faults',
  html`<form>
<label class="whole">Operation <select name="operation">${option('*', 'every operation')}${operations.map(operationOption)}</select></label>
<label class="half">Fault <select name="fault">${faultOptions()}</select></label>
<label class="half">Requests <select name="limit">${option('{}', 'every request')}${option('{"nth":1}', 'only the first')}${option('{"every":3}', 'one in 3')}</select></label>
<button>Add fault</button>
</form>
<ul class="rules" aria-label="Faults"></ul>`,
)}
${card(
  'journal',
  'Journal',
  html`<label class="check stacked"><input type="checkbox" name="live" checked> Update every two seconds</label>
<div class="log" role="log" aria-label="Latest requests" tabindex="0"><ol></ol></div>`,
)}
${card(
  'session',
  'Session',
  html`<form><label class="half">Name <input name="session" list="sessions" placeholder="shared by all" spellcheck="false" autocomplete="off"></label><button>Use</button></form>
<datalist id="sessions"></datalist>
<p>A session has its own data, clock, faults and journal. This page and its requests use the one named here.</p>`,
)}
${card(
  'bill',
  'Your bill',
  html`<label class="drop stacked">Drop a FOCUS export here, or choose a file (CSV, gzipped CSV, Parquet) <input type="file" name="bill" data-max="${maxUploadBytes}"></label>
<p>It stays on this machine. For a larger bill, several files or an inventory: <code>npx cloud-cost-contract mock --data FILE</code></p>`,
)}
</aside>`;
}

/** @param id that its script uses */
function card(id: string, title: string, content: Markup): Markup {
  return html`<details open data-card="${id}"><summary><h2>${title}</h2></summary>
${content}
<p class="status" role="status"></p>
</details>`;
}

const tokenCard = html`<section class="token"><label>Control token <input id="token" type="password" autocomplete="off"></label></section>`;

function option(value: string, text: string, isSelected = false): Markup {
  return html`<option value="${value}"${isSelected ? html` selected` : null}>${text}</option>`;
}

/** Names the documented statuses, so that the script offers no other one. */
function operationOption({ operationId, responses }: (typeof operations)[number]): Markup {
  return html`<option data-statuses="${Object.keys(responses).join(' ')}">${operationId}</option>`;
}

function faultOptions(): Markup[] {
  return [
    ...Object.values(statusOfCode).map((status) =>
      option(JSON.stringify({ kind: 'status', status }), `status ${status}`),
    ),
    option('{"kind":"latency","ms":2000}', 'delay of 2 s'),
    option('{"kind":"drop"}', 'dropped connection'),
    option('{"kind":"truncate","bytes":40}', 'truncated body'),
    option('{"kind":"malformed"}', 'malformed JSON'),
  ];
}
