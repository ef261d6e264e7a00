import { html, type Markup, prose } from '../../../../src/text/markup.js';
import { count } from '../../count.js';
import type { BillFigure, BillReport, NotCompared } from '../../judge/bill-report.js';
import { differingLine, signed } from '../bill-lines.js';
import { command } from './html-finding.js';

/** Renders the table of the figures that were compared with the bill. */
export function htmlBill(bill: BillReport | null): Markup | null {
  if (bill === null) return null;
  const { about, compared, differing, figures, not_compared } = bill;
  const more = compared - figures.length;
  return html`<details id="bill" class="${differing > 0 ? 'warned' : 'passed'} part"${differing > 0 ? html` open` : null}>
<summary><h2>Bill <span class="quiet">${differingLine(bill) ?? 'nothing was compared'}</span></h2></summary>
<p class="quiet">${about}. Amounts are in dollars, except where the field has another unit. Upper bars are the bill, lower ones the server.</p>
${figures.length > 0 ? table(figures) : null}
${more > 0 ? html`<p class="quiet">${count(more, 'equal figure')} more.</p>` : null}
${statements(figures)}
${notCompared(not_compared)}
</details>`;
}

function table(figures: readonly BillFigure[]): Markup {
  return html`<div class="scroll" role="region" aria-label="Figures and the bill" tabindex="0"><table>
<thead><tr><th scope="col">Figure</th><th scope="col">Bill</th><th scope="col">Server</th><th scope="col">Difference</th><th scope="col">Request</th></tr></thead>
<tbody>${figures.map(row)}</tbody>
</table></div>`;
}

function row({ figure, bill, server, difference, status, request }: BillFigure): Markup {
  const labels = {
    equal: 'none',
    differs: signed(difference) || 'no number',
    other_reading: `${signed(difference)}, another reading`,
  };
  const tone = { equal: 'seen', differs: 'extra', other_reading: 'proposed' }[status];
  return html`<tr><th scope="row">${prose(figure)}</th><td>${bill}</td><td>${server ?? 'null'}</td><td class="${tone}">${labels[status]}${status === 'equal' ? null : bars(bill, server)}</td><td><code>${request}</code></td></tr>`;
}

/** Draws the value of the bill above that of the server; the cells of the row have the numbers. */
function bars(bill: number, server: number | null): Markup {
  const most = Math.max(Math.abs(bill), Math.abs(server ?? 0)) || 1;
  const bar = (value: number, tone: string, y: number) =>
    html`<rect class="${tone}" y="${y}" height="5" width="${((Math.abs(value) / most) * 100).toFixed(1)}"/>`;
  return html`<svg class="bars" viewBox="0 0 100 11" preserveAspectRatio="none" aria-hidden="true">${bar(bill, 'expected', 0)}${bar(server ?? 0, 'actual', 6)}</svg>`;
}

function statements(figures: readonly BillFigure[]): readonly Markup[] {
  return figures.flatMap(({ figure, sql }, index) =>
    sql === null
      ? []
      : html`<details><summary>Statement for DuckDB: ${prose(figure)}</summary>${command(`bill-${index}`, sql)}</details>`,
  );
}

function notCompared(parts: readonly NotCompared[]): Markup | null {
  if (parts.length === 0) return null;
  return html`<h3>Not compared</h3>
<ul class="rows">${parts.map(({ check, operation, reason }) => html`<li><code>${operation ?? 'the whole API'}</code> ${reason} <span class="quiet">${check}</span></li>`)}</ul>`;
}
