import type { DuckDBConnection } from '@duckdb/node-api';
import { nearest } from '../../text/nearest.js';
import { type FocusColumn, focusColumns, namesOf, repeatedColumn } from '../columns.js';
import { datasetOf, type OtherDataset } from '../datasets/datasets.js';
import { textRows } from '../duckdb.js';
import { FocusError, listed, quoted, shortened } from '../focus-error.js';
import { literal } from '../sql.js';
import { csvHeader } from './csv-header.js';
import type { ExportFile } from './files.js';

/** Maximum characters of an error of DuckDB, which may repeat names of the file. */
const maxReasonLength = 300;

const known = new Set(focusColumns.flatMap(namesOf).map((name) => name.toLowerCase()));
/** Resembles ProviderName, but is another column. */
const unlike = 'hostprovidername';

/** Files with the same columns in the same order. */
export interface FileGroup {
  readonly format: 'csv' | 'parquet';
  readonly isGzipped: boolean;
  readonly files: readonly string[];
  readonly columns: readonly FileColumn[];
  /** The data set of files without charges. */
  readonly dataset?: OtherDataset;
}

export interface FileColumn {
  readonly name: string;
  /** The type in DuckDB; VARCHAR in CSV files. */
  readonly type: string;
}

/**
 * Groups files by their columns.
 *
 * @throws {FocusError} if a file is not a data set of FOCUS
 */
export async function groupFiles(
  connection: DuckDBConnection,
  files: readonly ExportFile[],
): Promise<readonly FileGroup[]> {
  const groups = new Map<string, { group: FileGroup; files: string[] }>();
  for (const file of files) {
    const columns = await columnsOf(connection, file);
    refuseRepeatedColumn(file.path, columns);
    const dataset = datasetOf(columns.map(({ name }) => name));
    if (dataset === undefined) checkColumns(file.path, columns);
    const key = JSON.stringify([file.format, file.isGzipped, columns]);
    const known = groups.get(key);
    if (known) known.files.push(file.path);
    else {
      const members = [file.path];
      groups.set(key, {
        group: { ...file, files: members, columns, ...(dataset && { dataset }) },
        files: members,
      });
    }
  }
  return [...groups.values()].map(({ group }) => group);
}

/** The column of a group with a name; letter case does not matter. */
export function columnNamed({ columns }: FileGroup, name: string): FileColumn | undefined {
  return columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
}

/** The columns of a group that have the values of a column of FOCUS, the preferred one first. */
export function sourcesOf(group: FileGroup, column: FocusColumn): readonly FileColumn[] {
  return namesOf(column).flatMap((name) => columnNamed(group, name) ?? []);
}

async function columnsOf(connection: DuckDBConnection, file: ExportFile): Promise<readonly FileColumn[]> {
  if (file.format === 'csv') {
    return (await csvHeader(file)).map((name, index) => ({
      name: name === '' ? `column ${index + 1}` : name,
      type: 'VARCHAR',
    }));
  }
  const describe = `DESCRIBE SELECT * FROM read_parquet(${literal(file.path)}, binary_as_string = true, hive_partitioning = false)`;
  const rows = await textRows(connection, describe).catch((error: Error) => {
    throw new FocusError(`${file.path} is damaged, or not a Parquet file: ${firstLine(error)}`);
  });
  const columns = rows.map(([name, type]) => ({ name: name ?? '', type: type ?? '' }));
  await checkDecimals(connection, file.path, columns);
  return columns;
}

/** DuckDB reads decimals of more than 38 digits as floating-point numbers, and wrongly unless 8 divides their length. */
async function checkDecimals(
  connection: DuckDBConnection,
  path: string,
  columns: readonly FileColumn[],
): Promise<void> {
  const isRead = ({ name, type }: FileColumn) => type === 'DOUBLE' && known.has(name.toLowerCase());
  if (!columns.some(isRead)) return;
  const wide = await textRows(
    connection,
    `SELECT name, precision, scale FROM parquet_schema(${literal(path)}) WHERE precision > 38 AND CAST(type_length AS INTEGER) % 8 <> 0`,
  );
  const found = wide.find(([name]) => columns.some((column) => column.name === name && isRead(column)));
  if (!found) return;
  const [name, precision, scale] = found;
  throw new FocusError(
    `${path}, column ${name}: DECIMAL(${precision},${scale}) has too many digits. Export at most 38, such as DECIMAL(38,18).`,
  );
}

function firstLine(error: Error): string {
  return (error.message.split('\n')[0] ?? '').replace(/^[A-Za-z ]+Error: /, '').slice(0, maxReasonLength);
}

function refuseRepeatedColumn(path: string, columns: readonly FileColumn[]): void {
  const repeated = repeatedColumn(columns.map(({ name }) => name));
  if (repeated !== undefined)
    throw new FocusError(`${path} has two columns ${quoted(repeated)}. Remove one.`);
}

function checkColumns(path: string, columns: readonly FileColumn[]): void {
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  const required = focusColumns.filter(({ isRequired }) => isRequired);
  const missing = required.filter((column) => !namesOf(column).some((name) => names.has(name.toLowerCase())));
  if (missing.length === 0) return;
  const isOther = missing.length > required.length / 2;
  const lacks = missing.map((column) => (isOther ? column.name : withSuggestion(column, columns)));
  throw new FocusError(
    `${path} is not a FOCUS export: ${isOther ? `its columns are ${listed(columns.map(({ name }) => shortened(name)))}; ` : ''}` +
      `it lacks ${listed(lacks, 20)}. Export the bill in the FOCUS format, 1.0 to 1.4.`,
  );
}

/** Names a column of the file that is probably the missing one. */
function withSuggestion(missing: FocusColumn, columns: readonly FileColumn[]): string {
  const others = columns
    .map(({ name }) => name)
    .filter((name) => !known.has(name.toLowerCase()) && name.toLowerCase() !== unlike);
  const near = nearest(missing.name, others);
  const names = namesOf(missing).join(' or ');
  return near === undefined ? names : `${names} (did you mean ${quoted(near)}?)`;
}
