import type { DuckDBConnection } from '@duckdb/node-api';
import { type CsvFile, csvFilesOf, readChunks } from '../files/csv-lines.js';
import type { FileGroup } from '../files/file-groups.js';
import { FocusError, listed, otherCount } from '../focus-error.js';
import { firstProblem } from './first-problem.js';
import { limitProblem } from './limit-problem.js';

const notUtf8 = 'not UTF-8. Save the file as UTF-8.';

/** Replaces an error of DuckDB by one that names its cause. */
export async function explaining<T>(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FocusError) throw error;
    throw await explained(connection, groups, error as Error);
  }
}

/** Locates the cause of an error of DuckDB, whose message names no row. */
export async function explained(
  connection: DuckDBConnection,
  groups: readonly FileGroup[],
  error: Error,
): Promise<Error> {
  const problem =
    limitProblem(error) ??
    csvProblem(error) ??
    (await firstProblem(connection, groups).catch((reason) => csvProblem(reason)));
  if (problem) return problem;
  for (const file of csvFilesOf(groups)) {
    if (!(await isUtf8(file))) return new FocusError(`${file.path}: ${notUtf8}`);
  }
  const files = groups.flatMap((group) => group.files);
  const [summary = ''] = error.message.split('\n');
  return new FocusError(`${listed(files, 3)} cannot be read. DuckDB reports: ${summary.slice(0, 300)}`);
}

/** Describes a file that is not CSV in a row. */
export function csvProblem({ message }: Error): FocusError | null {
  const [, file] = /^ {2}file = (.*)$/m.exec(message) ?? [];
  if (file === undefined) return null;
  const [, line] = /CSV Error on Line: (\d+)/.exec(message) ?? [];
  return new FocusError(`${file}${line === undefined ? '' : `, line ${line}`}: ${csvCause(message)}`);
}

function csvCause(message: string): string {
  const [, expected, found] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message) ?? [];
  if (found !== undefined) return otherCount(Number(found), Number(expected));
  if (/unterminated quote/.test(message))
    return 'a quoted value does not end, or something follows it. Write " in a value as "", and end all lines in the same way.';
  if (/not utf-8|unicode/i.test(message)) return notUtf8;
  if (/Maximum line size/.test(message)) return 'a row is longer than 2 MB.';
  if (/invalid state/.test(message)) return 'not CSV as in RFC 4180. End all lines in the same way.';
  return 'not CSV as in RFC 4180.';
}

async function isUtf8(file: CsvFile): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    await readChunks(file, (chunk) => {
      decoder.decode(chunk, { stream: true });
    });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
