import { escapeHtml, prose } from '../../../src/text/markup.js';
import { count } from '../count.js';
import type { BillReport } from '../judge/bill-report.js';
import { differingLine, signed } from './bill-lines.js';

/** Maximum number of figures of the table. */
const maxRows = 200;

/** Renders the table of the figures that were compared with the bill, in HTML. */
export function markdownBill(bill: BillReport | null): readonly string[] {
  const line = differingLine(bill);
  if (bill === null || line === null) return [];
  const rows = bill.figures
    .slice(0, maxRows)
    .map(({ figure, bill: expected, server, difference, status, request }) => {
      const change = status === 'equal' ? '' : signed(difference);
      const cells = [
        prose(figure).text,
        expected,
        server ?? 'null',
        change,
        `<code>${escapeHtml(request)}</code>`,
      ];
      return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    });
  const more = bill.compared - rows.length;
  const names = ['Figure', 'Bill', 'Server', 'Difference', 'Request'];
  return [
    [
      `<details${bill.differing > 0 ? ' open' : ''}><summary>${line}</summary>`,
      `<table><tr>${names.map((name) => `<th>${name}</th>`).join('')}</tr>${rows.join('')}</table>`,
      more > 0 ? `<p>${count(more, 'more figure')}: see the JSON report.</p>` : '',
      '</details>',
    ].join(''),
  ];
}
