import { groupBy } from '../../../../src/group-by.js';
import { html, type Markup, prose } from '../../../../src/text/markup.js';
import type { Coverage, OperationCoverage, ParameterCoverage } from '../../judge/coverage.js';
import { departureText } from '../findings.js';

const signs: Readonly<Record<Coverage['requirements'][number]['status'], string>> = {
  failed: '✗',
  errored: '✗',
  warned: '!',
  waived: '~',
  blocked: '?',
  passed: '✓',
  not_applicable: '–',
  not_run: '–',
  unseen: '–',
};

/** Renders the coverage as a collapsed section of the page. */
export function htmlCoverage({ summary, operations, requirements }: Coverage): Markup {
  const { parameters } = summary;
  const facts: readonly [string, number, number][] = [
    ['Operations', summary.operations.seen, summary.operations.of],
    ['Documented statuses', summary.statuses.seen, summary.statuses.of],
    ['Parameters accepted', parameters.accepted, parameters.of],
    ['Parameters rejected', parameters.refused, parameters.of],
    ['Requirements checked', summary.requirements.seen, summary.requirements.of],
  ];
  const judged = requirements.filter(({ status }) => status !== 'unseen');
  return html`<details id="coverage" class="coverage part">
<summary><h2>Coverage <span class="quiet">${summary.requirements.seen} of ${summary.requirements.of} requirements</span></h2></summary>
<p class="quiet">The parts of the contract that this run covered.</p>
<dl class="facts">${facts.map(([name, seen, of]) => html`<div><dt>${name}</dt><dd>${seen} of ${of}</dd></div>`)}</dl>
<h3>Statuses</h3>
<p>Number of responses by status. ○ marks a documented status that did not occur, <span class="extra">+</span> a status that is not documented.</p>
${statusTable(operations)}
<h3>Documented shape</h3>
<p>Operations whose successful responses have all required fields, each of its documented type. Figures of these that contradict each other are failures, also of fields that are only proposed.</p>
${shapeTable(operations)}
<h3>Parameters</h3>
<p>Number of different valid values that were accepted, and of invalid values that were rejected.</p>
${parameterTable(operations)}
<h3>Requirements</h3>
${[...groupBy(judged, ({ section }) => section)].map(
  ([section, rows]) =>
    html`<h4>${section}</h4><ul class="rows states">${rows.map(
      ({ status, statement }) =>
        html`<li><span class="state ${status}">${signs[status]} ${status.replaceAll('_', ' ')}</span> <span>${prose(statement)}</span></li>`,
    )}</ul>`,
)}
</details>`;
}

function statusTable(operations: readonly OperationCoverage[]): Markup {
  const statuses = [...new Set(operations.flatMap((one) => one.statuses.map(({ status }) => status)))];
  statuses.sort((a, b) => a - b);
  return html`<div class="scroll" role="region" aria-label="Statuses by operation" tabindex="0"><table>
<thead><tr><th scope="col">Operation</th>${statuses.map((status) => html`<th scope="col">${status}</th>`)}</tr></thead>
<tbody>${operations.map((one) => html`<tr><th scope="row"><code>${one.operation}</code></th>${statuses.map((status) => statusCell(one, status))}</tr>`)}</tbody>
</table></div>`;
}

function statusCell(operation: OperationCoverage, status: number): Markup {
  const found = operation.statuses.find((one) => one.status === status);
  if (!found) return html`<td></td>`;
  if (found.documented && status < 500) return seenCell(found.seen);
  if (found.seen === 0) return seenCell(0);
  return found.documented
    ? html`<td class="extra">${found.seen}</td>`
    : html`<td class="extra" aria-label="${found.seen}, not documented">+${found.seen}</td>`;
}

function shapeTable(operations: readonly OperationCoverage[]): Markup {
  const row = ({ operation, shape }: OperationCoverage) =>
    shape &&
    html`<tr><th scope="row"><code>${operation}</code></th><td>${shape.documented} of ${shape.successes}</td><td>${shape.departure ? html`<span class="extra">${departureText(shape.departure)}</span>` : 'none'}</td></tr>`;
  return html`<div class="scroll" role="region" aria-label="Documented shape by operation" tabindex="0"><table>
<thead><tr><th scope="col">Operation</th><th scope="col">Successes in the shape</th><th scope="col">First departure</th></tr></thead>
<tbody>${operations.map(row)}</tbody>
</table></div>`;
}

function parameterTable(operations: readonly OperationCoverage[]): Markup {
  const row = ({ operation }: OperationCoverage, one: ParameterCoverage) =>
    html`<tr><th scope="row"><code>${operation}</code></th><th scope="row"><code>${one.name}</code> <span class="quiet">${one.in}${one.required ? ', required' : ''}</span></th>${seenCell(one.accepted)}${seenCell(one.refused)}</tr>`;
  return html`<div class="scroll" role="region" aria-label="Parameters by operation" tabindex="0"><table>
<thead><tr><th scope="col">Operation</th><th scope="col">Parameter</th><th scope="col">Accepted</th><th scope="col">Rejected</th></tr></thead>
<tbody>${operations.flatMap((one) => one.parameters.map((parameter) => row(one, parameter)))}</tbody>
</table></div>`;
}

function seenCell(seen: number): Markup {
  return seen > 0 ? html`<td class="seen">${seen}</td>` : html`<td aria-label="none">○</td>`;
}
