import type { DuckDBConnection } from '@duckdb/node-api';
import { type FocusColumn, focusColumns } from '../columns.js';
import { textRows } from '../duckdb.js';
import { columnNamed, type FileGroup, sourcesOf } from '../files/file-groups.js';
import { type FocusError, listed, problemAt, quoted } from '../focus-error.js';
import { cleanSql, columnsSql, readerSql, textSql } from '../rows/rows-sql.js';
import { identifier, literal } from '../sql.js';

/** A condition under which the value of a column is refused. */
interface Rule {
  readonly column: string;
  /** In SQL, over the columns of `focusColumns`, NULL where they cannot be converted. */
  readonly isBroken: string;
  readonly problem: (value: string) => string;
}

const firstYear = 1970;
const lastYear = 2199;
/** In SQL: whether a time is one that a bill can have. */
export const isPlausible = (time: string) => `year(${time}) BETWEEN ${firstYear} AND ${lastYear}`;

/** The text of a column as the file has it. */
const source = (column: string) => identifier(`text of ${column}`);

function rulesOf({ name, kind, isFilled, values }: FocusColumn): readonly Rule[] {
  const value = identifier(name);
  const rule = (isBroken: string, problem: Rule['problem']): Rule => ({ column: name, isBroken, problem });
  return [
    ...(isFilled ? [rule(`${source(name)} IS NULL`, () => 'empty. Every charge must have a value')] : []),
    ...(kind === 'number' ? [rule(`${source(name)} IS NOT NULL AND ${value} IS NULL`, numberProblem)] : []),
    ...(kind === 'time'
      ? [
          rule(
            `${source(name)} IS NOT NULL AND (${value} IS NULL OR NOT isfinite(${value}) OR NOT (${isPlausible(value)}))`,
            dateProblem,
          ),
        ]
      : []),
    ...(values
      ? [
          rule(`${value} NOT IN (${values.map(literal).join(', ')})`, (text) => {
            const allowed = values.length === 1 ? `${values[0]} or empty` : `one of ${listed(values)}`;
            return `${quoted(text)} is unknown. FOCUS allows ${allowed}`;
          }),
        ]
      : []),
  ];
}

/** Describes a text that is not a number. */
export function numberProblem(text: string): string {
  const isLarge = /^[+-]?\d{21,}/.test(text.trim()) || /^[+-]?[\d.]+e\+?\d{2,}$/i.test(text.trim());
  if (isLarge) return `${quoted(text)} is too large. Numbers have at most 20 digits before the decimal point`;
  return `${quoted(text)} is not a number. Write numbers such as -1234.56`;
}

/** Describes a text that is not a date. */
export function dateProblem(text: string): string {
  return `${quoted(text)} is not a date. Write dates such as 2026-06-15T00:00:00Z`;
}

const rules: readonly Rule[] = [
  ...focusColumns.flatMap(rulesOf),
  {
    column: 'ChargePeriodEnd',
    isBroken: '"ChargePeriodEnd" < "ChargePeriodStart"',
    problem: (text) => `${quoted(text)} is before ChargePeriodStart. A period ends after it starts`,
  },
  {
    column: 'BillingPeriodEnd',
    isBroken: '"BillingPeriodEnd" < "BillingPeriodStart"',
    problem: (text) => `${quoted(text)} is before BillingPeriodStart. A period ends after it starts`,
  },
  {
    column: 'CommitmentDiscountStatus',
    isBroken: '"CommitmentDiscountStatus" IS NOT NULL AND "CommitmentDiscountId" IS NULL',
    problem: (text) => `${quoted(text)}, but CommitmentDiscountId is empty. Add the id of the commitment`,
  },
];

/** Finds the first row that breaks a rule, in the order of files and rows; null if there is none. */
export async function firstProblem(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
): Promise<FocusError | null> {
  for (const [group, file] of groups.flatMap((group) => group.files.map((file) => [group, file] as const))) {
    const [found] = await textRows(connection, `${brokenSql(group, file)} ORDER BY "row" LIMIT 1`);
    if (found) return errorAt(group, file, found);
  }
  return null;
}

/**
 * Finds rows in which a column has a value.
 *
 * @returns where each value first is, such as `bill.csv, row 3`
 */
export async function firstRowWith(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
  column: string,
  value: string,
): Promise<{ readonly place: string; readonly error: (problem: string) => FocusError } | null> {
  for (const [group, file] of groups.flatMap((group) => group.files.map((file) => [group, file] as const))) {
    const from = `SELECT "row", ${identifier(column)} AS found FROM (${understoodRows(group, file)})`;
    const [found] = await textRows(
      connection,
      `SELECT "row" FROM (${from}) WHERE found = ${literal(value)} ORDER BY "row" LIMIT 1`,
    );
    if (!found) continue;
    const place = placeOf(group, file, Number(found[0]));
    return {
      place,
      error: (problem) => problemAt(place, writtenName(group, column), problem),
    };
  }
  return null;
}

/** `bill.csv, row 3`. The header of a CSV file is row 1, as in spreadsheets. */
export function placeOf({ format }: FileGroup, file: string, index: number): string {
  return `${file}, row ${format === 'csv' ? index + 1 : index}`;
}

/** The name of a column in messages: that of its successor if the file has only the successor. */
function writtenName(group: FileGroup, name: string): string {
  if (columnNamed(group, name)) return name;
  const column = focusColumns.find((one) => one.name === name);
  return column?.successor !== undefined && sourcesOf(group, column).length > 0 ? column.successor : name;
}

function errorAt(
  group: FileGroup,
  file: string,
  [row, index, value]: readonly (string | null)[],
): FocusError {
  const { column, problem } = rules[Number(index)] as Rule;
  const place = placeOf(group, file, Number(row));
  return problemAt(place, writtenName(group, column), problem(value ?? ''));
}

function brokenSql(group: FileGroup, file: string): string {
  const conditions = rules.map(({ isBroken }, index) => `CASE WHEN ${isBroken} THEN ${index} END`);
  const texts = rules.map(({ column }, index) => `WHEN ${index} THEN ${source(column)}`);
  const broken = `SELECT *, COALESCE(${conditions.join(', ')}) AS broken FROM (${understoodRows(group, file)})`;
  return `SELECT "row", broken, CASE broken ${texts.join(' ')} END FROM (${broken}) WHERE broken IS NOT NULL`;
}

/** The rows of one file with each value as it is written and as it is understood. */
function understoodRows(group: FileGroup, file: string): string {
  const texts = focusColumns.map(({ name }) => `${textSql(group, name)} AS ${source(name)}`);
  const clean = focusColumns.map(({ name }) => `${cleanSql(name)} AS ${identifier(name)}`);
  const rows = numberedRows(group, file, [...texts, ...columnsSql(group, 'lenient')]);
  return `SELECT "row", ${focusColumns.map(({ name }) => source(name)).join(', ')}, ${clean.join(', ')} FROM (${rows})`;
}

/** Selects columns of the rows of one file, and `row`, counted from 1. */
export function numberedRows(group: FileGroup, file: string, columns: readonly string[]): string {
  const isCsv = group.format === 'csv';
  const number = isCsv ? 'row_number() OVER ()' : 'file_row_number + 1';
  const reader = readerSql(group, [file], isCsv ? undefined : 'file_row_number = true');
  return `SELECT ${number} AS "row", ${columns.join(', ')} FROM ${reader}`;
}
