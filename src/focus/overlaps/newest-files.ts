import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileGroup } from '../files/file-groups.js';
import { statsOf } from '../files/stats-of.js';
import { FocusError, listed } from '../focus-error.js';
import { filesOf, type StoredFiles } from './file-keys.js';
import { type Delivery, daysOnlyIn, findOverlaps } from './find-overlaps.js';

/** The files that count. */
export interface NewestFiles {
  /** Without the files that are left out. */
  readonly groups: readonly FileGroup[];
  /** Says which files were left out; empty if none was. */
  readonly notes: readonly string[];
}

/**
 * Leaves out each file whose days all are in files that overlap with it and were modified later.
 *
 * @throws {FocusError} if overlapping files were modified at the same time, or the older one has days of its own
 */
export async function newestFiles(connection: DuckDBConnection, files: StoredFiles): Promise<NewestFiles> {
  const paths = filesOf(files.groups);
  const newerOf = new Map<string, { readonly older: Delivery; readonly newer: Delivery[] }>();
  for (const pair of await findOverlaps(connection, files)) {
    const [older, newer] = byTime(pair, paths);
    const known = newerOf.get(older.name) ?? { older, newer: [] };
    known.newer.push(newer);
    newerOf.set(older.name, known);
  }
  const outdated = new Set<string>();
  const notes: string[] = [];
  for (const { older, newer } of newerOf.values()) {
    const own = await daysOnlyIn(connection, older, newer);
    const names = listed([...newer.map(({ name }) => name)], 3);
    if (own.length > 0) {
      throw new FocusError(
        `${older.name} is older than ${names}, but only it has charges of ${listed(own, 3)}, so --newest-file-wins cannot leave it out. Remove the rows that are outdated from it.`,
      );
    }
    for (const file of older.files) outdated.add(paths[file] as string);
    notes.push(`${older.name} is left out, since ${names}, modified later, has the same charges.`);
  }
  const groups = files.groups.map((group) => ({
    ...group,
    files: group.files.filter((file) => !outdated.has(file)),
  }));
  return { groups: groups.filter((group) => group.files.length > 0), notes };
}

/** The older one first. */
function byTime([one, other]: readonly [Delivery, Delivery], paths: readonly string[]) {
  const timeOf = ({ files }: Delivery) =>
    Math.max(...files.map((file) => statsOf(paths[file] as string)?.mtimeMs ?? 0));
  const [time, otherTime] = [timeOf(one), timeOf(other)];
  if (time === otherTime) {
    throw new FocusError(
      `${one.name} and ${other.name} have the same charges, and were modified at the same time, so --newest-file-wins cannot choose. Remove one.`,
    );
  }
  return time < otherTime ? ([one, other] as const) : ([other, one] as const);
}
