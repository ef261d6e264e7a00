import { groupBy } from '../../../src/group-by.js';
import type { Result } from '../judge/result.js';
import type { Report } from '../report.js';
import { subjectName } from './findings.js';
import { screen } from './screen.js';

/** Maximum number of operations with a row each; more are grouped by tag. */
const maxOperations = 12;
const gap = '  ';
const absent = '–';

interface Column {
  readonly name: string;
  cellOf(results: readonly Result[]): string;
}

/** Explains the table of operations and areas. */
export const legend =
  '✗ failed, ? blocked, ✓ all passed, – nothing; numbers are verdicts: one per check and operation';

/** Number of columns at the end that count verdicts. */
const totalColumns = 3;

/**
 * Returns a table of operations and areas of checks: what failed, what is blocked, or that all passed. Tags replace
 * the operations if there are many. Empty if there is nothing to show.
 *
 * @param width most characters of a line, which limits the number of areas
 */
export function matrixCells({ results, coverage }: Report, width: number = screen.columns): string[][] {
  const tags = new Map(coverage.operations.map(({ operation, tag }) => [operation, tag]));
  const rows = rowsOf(results, tags);
  if (rows.length === 0) return [];
  const shown = rows.flatMap(([, own]) => own);
  const totals: Column[] = (['passed', 'failed', 'blocked'] as const).map((status) => ({
    name: status,
    cellOf: (own) => String(countOf(own, status)),
  }));
  const first: Column = { name: '', cellOf: (own) => rows.find(([, one]) => one === own)?.[0] ?? '' };
  const columns = [first, ...areaColumns(shown, [first, ...totals], rows, width), ...totals];
  return [columns.map(({ name }) => name), ...rows.map(([, own]) => columns.map((one) => one.cellOf(own)))];
}

/** Renders the table of operations and areas for a terminal. */
export function matrix(report: Report): string[] {
  const cells = matrixCells(report);
  const columns = cells[0] ?? [];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, index) =>
        index > columns.length - 1 - totalColumns
          ? cell.padStart(widths[index] ?? 0)
          : cell.padEnd(widths[index] ?? 0),
      )
      .join(gap),
  );
}

type Row = readonly [name: string, results: readonly Result[]];

/** Operations if at most 12 are relevant, otherwise tags. */
function rowsOf(
  results: readonly Result[],
  tags: ReadonlyMap<NonNullable<Result['operation']>, string>,
): Row[] {
  const judged = results
    .filter(({ status }) => status !== 'not_applicable')
    // The whole API is the last row.
    .sort((one, other) => Number(one.operation === null) - Number(other.operation === null));
  const byOperation: Row[] = [...groupBy(judged, ({ operation }) => subjectName(operation))];
  if (byOperation.length <= maxOperations) return byOperation;
  const unsuccessful = byOperation.filter(([, own]) => own.some(isUnsuccessful));
  if (unsuccessful.length <= maxOperations) return unsuccessful;
  const tagOf = ({ operation }: Result) =>
    operation === null ? subjectName(null) : (tags.get(operation) ?? operation);
  return [...groupBy(judged, tagOf)];
}

/** Returns columns for the areas with most failures and blocked verdicts that fit, and one for all others. */
function areaColumns(
  results: readonly Result[],
  fixed: readonly Column[],
  rows: readonly Row[],
  most: number,
): Column[] {
  const areas = [...groupBy(results, areaOf)]
    .map(([name, own]) => ({ name, weight: 1000 * countOf(own, 'failed') + countOf(own, 'blocked') }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ name }) => columnOf(name, (result) => areaOf(result) === name));
  const widthOf = ({ name, cellOf }: Column) =>
    gap.length + Math.max(name.length, ...rows.map(([, own]) => cellOf(own).length));
  const rest = (shown: readonly Column[]) => {
    const names = shown.map(({ name }) => name);
    return columnOf(
      names.length === 0 ? 'all areas' : 'other areas',
      (result) => !names.includes(areaOf(result)),
    );
  };
  let shown: Column[] = [];
  for (const area of areas) {
    const all = [...fixed, ...shown, area];
    const width = [...all, rest([...shown, area])].reduce((sum, column) => sum + widthOf(column), 0);
    if (width > most) break;
    shown = [...shown, area];
  }
  const hasOthers = rows.some(([, own]) => rest(shown).cellOf(own) !== absent);
  return hasOthers ? [...shown, rest(shown)] : shown;
}

function columnOf(name: string, isIn: (result: Result) => boolean): Column {
  return { name, cellOf: (own) => cellOf(own.filter(isIn)) };
}

function cellOf(results: readonly Result[]): string {
  const failed = countOf(results, 'failed');
  const blocked = countOf(results, 'blocked');
  const parts = [...(failed > 0 ? [`✗${failed}`] : []), ...(blocked > 0 ? [`?${blocked}`] : [])];
  if (parts.length > 0) return parts.join(' ');
  return countOf(results, 'passed') > 0 ? '✓' : absent;
}

const areaOf = ({ id }: Result) => id.split('.')[0] ?? '';

/** Errors of the suite are counted as blocked. */
function countOf(results: readonly Result[], status: 'passed' | 'failed' | 'blocked'): number {
  return results.filter((one) => (one.status === 'errored' ? 'blocked' : one.status) === status).length;
}

function isUnsuccessful({ status }: Result): boolean {
  return ['failed', 'blocked', 'errored'].includes(status);
}
