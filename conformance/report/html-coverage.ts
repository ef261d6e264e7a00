import type { Coverage, OperationCoverage, ParameterCoverage } from '../coverage.js';
import { groupBy } from '../group-by.js';
import type { Status } from '../result.js';
import { html, type Markup, prose } from './markup.js';

const signs: Readonly<Record<Status, string>> = {
  failed: '✗',
  errored: '✗',
  warned: '!',
  waived: '~',
  could_not_run: '?',
  passed: '✓',
  not_applicable: '–',
};

/** What the run has seen, one by one, as a folded part of the page. */
export function htmlCoverage({ summary, operations, requirements }: Coverage): Markup {
  const statuses = [
    ...new Set(operations.flatMap((operation) => operation.statuses.map(({ status }) => status))),
  ].sort((a, b) => a - b);
  const { parameters } = summary;
  const sections = groupBy(
    requirements.filter(({ status }) => status !== 'unseen'),
    (requirement) => requirement.section,
  );
  return html`<details id="coverage" class="coverage part">
<summary><h2>Coverage <span class="number">${summary.requirements.seen} of ${summary.requirements.of} requirements</span></h2></summary>
<p class="words">What this run has really seen of the contract.</p>
<dl class="facts">
<div><dt>Operations</dt><dd>${summary.operations.seen} of ${summary.operations.of}</dd></div>
<div><dt>Documented statuses</dt><dd>${summary.statuses.seen} of ${summary.statuses.of}</dd></div>
<div><dt>Parameters accepted</dt><dd>${parameters.accepted} of ${parameters.of}</dd></div>
<div><dt>Parameters refused</dt><dd>${parameters.refused} of ${parameters.of}</dd></div>
<div><dt>Requirements judged</dt><dd>${summary.requirements.seen} of ${summary.requirements.of}</dd></div>
</dl>
<h3>Statuses</h3>
<p>Answers seen; <span class="unseen">○</span> is documented and was not seen, <span class="extra">+</span> came though it is not documented.</p>
<div class="scroll" role="region" aria-label="Statuses seen" tabindex="0"><table>
<thead><tr><th scope="col">Operation</th>${statuses.map((status) => html`<th scope="col">${status}</th>`)}</tr></thead>
<tbody>${operations.map((operation) => html`<tr><th scope="row"><code>${operation.operation}</code></th>${statuses.map((status) => cell(operation, status))}</tr>`)}</tbody>
</table></div>
<h3>Parameters</h3>
<p>Different values that were accepted, and wrong ones that were refused.</p>
<div class="scroll" role="region" aria-label="Parameters seen" tabindex="0"><table class="named">
<thead><tr><th scope="col">Operation</th><th scope="col">Parameter</th><th scope="col">Accepted</th><th scope="col">Refused</th></tr></thead>
<tbody>${operations.flatMap((operation) => operation.parameters.map((parameter) => parameterRow(operation, parameter)))}</tbody>
</table></div>
<h3>Requirements</h3>
${[...sections].map(
  ([name, rows]) =>
    html`<h4>${name}</h4><ul class="rows">${rows.map(
      (row) =>
        html`<li><span class="state ${row.status}">${signOf(row.status)} ${row.status.replaceAll('_', ' ')}</span> <span>${prose(row.statement)}</span></li>`,
    )}</ul>`,
)}
</details>`;
}

function signOf(status: Coverage['requirements'][number]['status']): string {
  return status === 'not_run' || status === 'unseen' ? '–' : signs[status];
}

function cell(operation: OperationCoverage, status: number): Markup {
  const found = operation.statuses.find((one) => one.status === status);
  if (!found) return html`<td></td>`;
  if (found.seen === 0) return html`<td class="unseen" aria-label="not seen">○</td>`;
  return found.documented
    ? html`<td class="${status < 500 ? 'seen' : 'extra'}">${found.seen}</td>`
    : html`<td class="extra" aria-label="${found.seen}, not documented">+${found.seen}</td>`;
}

function parameterRow({ operation }: OperationCoverage, one: ParameterCoverage): Markup {
  const number = (seen: number) =>
    seen > 0 ? html`<td class="seen">${seen}</td>` : html`<td class="unseen" aria-label="none seen">○</td>`;
  return html`<tr><th scope="row"><code>${operation}</code></th><td><code>${one.name}</code> <span class="more">${one.in}${one.required ? ', required' : ''}</span></td>${number(one.accepted)}${number(one.refused)}</tr>`;
}
