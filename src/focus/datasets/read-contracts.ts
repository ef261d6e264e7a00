import type { DuckDBConnection } from '@duckdb/node-api';
import type { FocusColumn } from '../columns.js';
import { textRows } from '../duckdb.js';
import { countRows } from '../files/csv-rows.js';
import { columnNamed, type FileGroup } from '../files/file-groups.js';
import { FocusError, listed, problemAt, quoted } from '../focus-error.js';
import { csvProblem } from '../problems/explained.js';
import { dateProblem, isPlausible, numberedRows, numberProblem, placeOf } from '../problems/first-problem.js';
import { valueSql, withoutMissing } from '../rows/rows-sql.js';
import { identifier } from '../sql.js';
import type { ContractCommitment } from './contract-commitment.js';

const categories = ['Spend', 'Usage'];

/** The columns that are read, in the order of `rowOf`. */
const columns: readonly FocusColumn[] = [
  { name: 'ContractCommitmentId', kind: 'text', isRequired: true, isFilled: true },
  {
    name: 'ContractCommitmentCategory',
    kind: 'text',
    isRequired: true,
    isFilled: true,
    values: categories,
  },
  { name: 'ContractCommitmentCost', kind: 'number', isRequired: true },
  { name: 'BillingCurrency', kind: 'text' },
  { name: 'ContractCommitmentPeriodStart', kind: 'time', isRequired: true, isFilled: true },
  { name: 'ContractCommitmentPeriodEnd', kind: 'time', isRequired: true, isFilled: true },
  { name: 'ServiceProviderName', kind: 'text' },
  { name: 'ContractCommitmentFulfillmentInterval', kind: 'text' },
  { name: 'ContractCommitmentLifecycleStatus', kind: 'text' },
];

const mostRows = 100_000;

/** Contract commitments, and how many rows each file has of them. */
export interface ReadContracts {
  readonly contracts: readonly ContractCommitment[];
  readonly rows: ReadonlyMap<string, number>;
}

/**
 * Reads the data set Contract Commitment. A row may be in several files, since exports repeat it each month.
 *
 * @throws {FocusError} if a value is invalid, or two rows of one commitment differ
 */
export async function readContracts(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
): Promise<ReadContracts> {
  const found = new Map<string, { readonly contract: ContractCommitment; readonly place: string }>();
  const counts = new Map<string, number>();
  for (const group of groups) {
    for (const file of group.files) {
      const rows = await readFile(connection, group, file);
      counts.set(file, rows.length);
      for (const { place, contract } of rows) {
        const earlier = found.get(contract.id);
        if (earlier && JSON.stringify(earlier.contract) !== JSON.stringify(contract))
          throw new FocusError(
            `${place}: ContractCommitmentId ${quoted(contract.id)} has other values in ${earlier.place}. Remove the outdated row or file.`,
          );
        found.set(contract.id, earlier ?? { contract, place });
      }
    }
  }
  return { contracts: [...found.values()].map(({ contract }) => contract), rows: counts };
}

interface PlacedContract {
  readonly place: string;
  readonly contract: ContractCommitment;
}

async function readFile(
  connection: DuckDBConnection,
  group: FileGroup,
  file: string,
): Promise<readonly PlacedContract[]> {
  refuseMissingColumns(group, file);
  // Before DuckDB reads it, since this bounds what a small file expands to.
  const stated = group.format === 'csv' ? (await countRows({ ...group, path: file }, 0)).rows : null;
  const columnsOf = (sqlOf: typeof textSql) => columns.map((column) => sqlOf(group, column));
  const sql = numberedRows(group, file, [...columnsOf(textSql), ...columnsOf(valueSqlOf)]);
  const rows = await textRows(connection, `${sql} LIMIT ${mostRows + 1}`).catch((error: Error) => {
    throw csvProblem(error) ?? new FocusError(`${file} cannot be read: ${error.message.slice(0, 300)}`);
  });
  if (rows.length > mostRows)
    throw new FocusError(
      `${file} has more than ${mostRows.toLocaleString('en-US')} contract commitments, which no export has.`,
    );
  if (stated !== null && stated !== rows.length)
    throw new FocusError(
      `${file}: ${rows.length} of ${stated} rows could be read. Export or copy the file again.`,
    );
  return rows.map(([row, ...cells]) => {
    const place = placeOf(group, file, Number(row));
    return { place, contract: contractOf(place, cells) };
  });
}

function refuseMissingColumns(group: FileGroup, file: string): void {
  const missing = columns.filter(({ name, isRequired }) => isRequired && !columnNamed(group, name));
  if (missing.length === 0) return;
  throw new FocusError(
    `${file} is the data set Contract Commitment of FOCUS, but lacks ${listed(missing.map(({ name }) => name))}. Export it again.`,
  );
}

/** In SQL: a value as it is written. */
function textSql(group: FileGroup, { name }: FocusColumn): string {
  const source = columnNamed(group, name);
  return source ? withoutMissing(`CAST(${identifier(source.name)} AS VARCHAR)`) : 'NULL';
}

/** In SQL: a number or time as it is understood, a time in milliseconds; NULL if it cannot be, and for texts. */
function valueSqlOf(group: FileGroup, column: FocusColumn): string {
  if (column.kind === 'text') return 'NULL';
  const value = valueSql(group, column, 'lenient');
  if (column.kind === 'number') return value;
  return `CASE WHEN isfinite(${value}) AND ${isPlausible(value)} THEN epoch_ms(${value}) END`;
}

/** @param cells the values as they are written, then as they are understood */
function contractOf(place: string, cells: readonly (string | null)[]): ContractCommitment {
  const values = columns.map((column, index) => {
    const text = cells[index] ?? null;
    const value = column.kind === 'text' ? text : (cells[columns.length + index] ?? null);
    const problem = problemOf(column, text, value);
    if (problem !== null) throw problemAt(place, column.name, problem);
    return column.values ? wordOf(column.values, value) : value;
  });
  const [id, category, cost = null, currency = null, start, end, vendor = null, interval, status] = values;
  if (Number(end) <= Number(start))
    throw problemAt(
      place,
      'ContractCommitmentPeriodEnd',
      'not after ContractCommitmentPeriodStart. A period ends after it starts',
    );
  return {
    id: id as string,
    category: category as ContractCommitment['category'],
    cost,
    currency: currency?.toUpperCase() ?? null,
    start: Number(start),
    end: Number(end),
    vendor,
    interval: interval ?? null,
    status: status ?? null,
  };
}

function problemOf(
  { kind, isFilled, values }: FocusColumn,
  text: string | null,
  value: string | null,
): string | null {
  if (text === null) return isFilled ? 'empty. Every contract commitment must have a value' : null;
  if (values && wordOf(values, text) === null)
    return `${quoted(text)} is unknown. FOCUS allows one of ${listed(values)}`;
  if (value !== null) return null;
  return kind === 'number' ? numberProblem(text) : dateProblem(text);
}

function wordOf(words: readonly string[], text: string | null): string | null {
  return words.find((word) => word.toLowerCase() === text?.toLowerCase()) ?? null;
}
