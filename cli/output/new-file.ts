import { constants } from 'node:fs';
import { access, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../command.js';
import { unreadable } from '../input/unreadable.js';
import { reasonOf } from './output.js';

/** A file could not be written completely, so it was not written at all. */
export class WriteError extends Error {
  override readonly name = 'WriteError';
}

/** A file to write, and how. */
export interface NewFile {
  readonly path: string;
  /** Writes the file under a temporary name. */
  write(temporary: string): Promise<void>;
}

/**
 * Fails early if a file exists or cannot be created, or if two are the same.
 *
 * @param force accept files that exist
 * @throws {UsageError}
 */
export async function checkNewFiles(files: readonly NewFile[], force: boolean): Promise<void> {
  for (const { path } of files) await checkNewFile(path, force);
  const targets = await Promise.all(files.map(({ path }) => targetOf(path)));
  const same = files.find((_, i) => targets.indexOf(targets[i] as string) !== i);
  if (same) throw new UsageError(`${same.path} is the name of two files. Give each its own.`);
}

async function checkNewFile(path: string, force: boolean): Promise<void> {
  const folder = dirname(resolve(path));
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem =
      code === 'ENOENT' ? `Folder ${folder} does not exist.` : unreadable(folder, error as Error);
    throw new UsageError(`Cannot write ${path}: ${problem}`);
  }
  if (!(await stat(folder)).isDirectory()) {
    throw new UsageError(`Cannot write ${path}: ${folder} is a file, not a folder.`);
  }
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw new UsageError(`${path} is a folder. Give the name of a file.`);
  // Renaming a file over a device would replace it.
  if (existing && !existing.isFile()) {
    throw new UsageError(
      `${path} is not a regular file. Write to standard output and redirect it: > ${path}`,
    );
  }
  if (existing && !force) {
    throw new UsageError(`${path} exists. Give another name, or add --force to overwrite it.`);
  }
}

/**
 * Writes files under temporary names beside them, and renames them when all are complete.
 *
 * @throws {UsageError | WriteError}
 */
export async function writeNewFiles(files: readonly NewFile[], force: boolean): Promise<void> {
  const written: { readonly temporary: string; readonly target: string }[] = [];
  try {
    for (const { path, write } of files) {
      const target = await targetOf(path);
      const temporary = `${target}.${process.pid}.partial`;
      written.push({ temporary, target });
      await explaining(path, write(temporary));
    }
    await checkNewFiles(files, force);
    for (const { temporary, target } of written) await explaining(target, rename(temporary, target));
  } finally {
    for (const { temporary } of written) await rm(temporary, { force: true });
  }
}

/** The target of a symbolic link is replaced, not the link. */
async function targetOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

async function explaining(path: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new WriteError(`Cannot write ${path}: ${reasonOf(error)}. Nothing was written.`);
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
