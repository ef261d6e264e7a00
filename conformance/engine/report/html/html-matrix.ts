import { html, type Markup } from '../../../../src/text/markup.js';
import type { Report } from '../../report.js';
import { legend, matrixCells } from '../matrix.js';

/** Renders the table of operations and areas; nothing if nothing was judged. */
export function htmlMatrix(report: Report): Markup | null {
  const [names, ...rows] = matrixCells(report, 120);
  if (names === undefined) return null;
  const [, ...columns] = names;
  return html`<div class="scroll matrix" role="region" aria-label="Operations and areas of checks" tabindex="0"><table>
<thead><tr><td></td>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td class="${toneOf(cell)}">${cell}</td>`)}</tr>`)}</tbody>
</table></div>
<p class="quiet">${legend}</p>`;
}

function toneOf(cell: string): string {
  if (cell.includes('✗')) return 'extra';
  if (cell.includes('?')) return 'proposed';
  return cell === '✓' ? 'seen' : '';
}
