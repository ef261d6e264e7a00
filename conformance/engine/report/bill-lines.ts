import { count } from '../count.js';
import type { BillFigure, BillReport } from '../judge/bill-report.js';
import type { Paint } from './paint.js';
import { sqlLines } from './violation-lines.js';

/** Maximum number of differences on a screen. */
const maxShown = 3;

/** Returns the figures that are not equal, the largest difference first. */
function differencesIn({ figures }: BillReport): readonly BillFigure[] {
  return figures.filter(({ status }) => status !== 'equal');
}

/** Returns how many figures differ: `5 of 214 figures differ from the bill`; null without a bill or a comparison. */
export function differingLine(bill: BillReport | null): string | null {
  if (bill === null || bill.compared === 0) return null;
  const { compared, differing } = bill;
  if (differing === 0) return `${count(compared, 'figure')} compared with the bill: none differs`;
  return `${differing} of ${count(compared, 'figure')} ${differing === 1 ? 'differs' : 'differ'} from the bill`;
}

/** Shows a difference: `+83.84`. */
export function signed(difference: number | null): string {
  if (difference === null) return '';
  return difference > 0 ? `+${difference}` : String(difference);
}

/** Lists the largest differences for a terminal, each with its statement. */
export function billSection(bill: BillReport | null, paint: Paint, verbose: boolean): string[] {
  const line = differingLine(bill);
  if (bill === null || line === null || bill.differing === 0) return [];
  const all = differencesIn(bill);
  const shown = verbose ? all : all.slice(0, maxShown);
  const more = all.length - shown.length;
  return [
    [
      `${paint.yellow('≠ BILL')} ${paint.dim(`${line}, the largest difference first`)}`,
      ...shown.flatMap((figure) => figureLines(figure, paint)),
      ...(more > 0
        ? [`  … and ${count(more, 'more figure')}; the HTML, JSON and Markdown reports list them`]
        : []),
    ].join('\n'),
  ];
}

function figureLines(
  { figure, request, bill, server, difference, status, sql }: BillFigure,
  paint: Paint,
): string[] {
  const change = difference === null ? '' : ` (${signed(difference)})`;
  const reading = status === 'other_reading' ? ', which follows another reading of the service' : '';
  return [
    `  ${figure}: bill ${bill}, server ${server ?? 'null'}${change}${reading}`,
    `    ${paint.dim(request)}`,
    ...sqlLines(sql === null ? {} : { sql }, '    '),
  ];
}
