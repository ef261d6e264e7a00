import { markdownTable } from '../../scripts/lib/pages/markdown-table.mjs';
import { groupBy } from '../../src/group-by.js';
import { type Noticed, nameOf, type ParameterValue } from './ignored.js';
import { reasonFor } from './reasons.js';

type Row = ParameterValue & Noticed;

/** Most checks that a cell names. */
const mostNamed = 3;

/**
 * Returns the generated blocks of docs/parameters.md.
 *
 * @public used by scripts/parameters.mjs
 */
export function parameterBlocks(rows: readonly Row[]): Record<string, string> {
  const failing = rows.filter(({ failed }) => failed.length > 0);
  const warning = rows.filter(({ failed, warned }) => failed.length === 0 && warned.length > 0);
  const parameters = new Set(rows.map((row) => nameOf({ ...row, value: null })));
  return {
    parameters: String(parameters.size),
    values: String(rows.length),
    failing: String(failing.length),
    warning: String(warning.length),
    unnoticed: String(rows.length - failing.length - warning.length),
    operations: tableOf(rows),
  };
}

/** One row for the values of a parameter that the same checks notice. */
function tableOf(rows: readonly Row[]): string {
  const cellsOf = (row: Row) => [
    `\`${row.operation.operationId}\` \`${row.parameter.name}\``,
    '',
    ...[named(row.failed), named(row.warned, row)],
  ];
  const merged = groupBy(rows, (row) => cellsOf(row).join('|'));
  return markdownTable(
    [
      ['operation and parameter', 'values', 'fails', 'warns, or why nothing notices it'],
      ...[...merged.values()].map((alike) => {
        const [parameter = '', , ...rest] = cellsOf(alike[0] as Row);
        const values = alike.map(({ value }) => (value === null ? 'any' : `\`${value}\``)).join(', ');
        return [parameter, values, ...rest];
      }),
    ],
    4,
  );
}

function named(ids: readonly string[], row?: Row): string {
  const listed = ids.slice(0, mostNamed).map((id) => `\`${id}\``);
  const rest = ids.length - listed.length;
  const text = [...listed, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return text || (row && row.failed.length === 0 ? reasonFor(row) : '');
}

/** A row of the page. */
export interface PageRow {
  /** The names of its values. */
  readonly names: readonly string[];
  readonly fails: string;
  readonly warns: string;
}

/** Returns the rows of the table of the page. */
export function rowsOnPage(page: string): PageRow[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      const [, parameter, values = '', fails = '', warns = ''] = cells;
      const names = values
        .split(', ')
        .map((value) => `${parameter}${value === 'any' ? '' : `=${value}`}`.replaceAll('`', ''));
      return { names, fails, warns };
    });
}
