import { constants } from 'node:fs';
import { access, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageError } from './command.js';
import { reasonOf } from './output.js';
import { unreadable } from './unreadable.js';

/** A file could not be written completely, so it was not written at all. */
export class WriteError extends Error {
  override readonly name = 'WriteError';
}

/**
 * Fails early if a file exists or cannot be created.
 *
 * @param force accept a file that exists
 * @throws {UsageError}
 */
export async function checkNewFile(path: string, force: boolean): Promise<void> {
  const folder = dirname(resolve(path));
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem =
      code === 'ENOENT' ? `Folder ${folder} does not exist.` : unreadable(folder, error as Error);
    throw new UsageError(`Cannot write ${path}: ${problem}`);
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
 * Writes a file under a temporary name beside it and renames it when it is complete.
 *
 * @param write writes the temporary file
 * @throws {UsageError | WriteError}
 */
export async function writeNewFile(
  path: string,
  force: boolean,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  // The target of a symbolic link is replaced, not the link.
  const target = await realpath(path).catch(() => path);
  const temporary = `${target}.${process.pid}.partial`;
  try {
    await write(temporary);
    await checkNewFile(path, force);
    await rename(temporary, target);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new WriteError(`Cannot write ${path}: ${reasonOf(error)}. Nothing was written.`);
  } finally {
    await rm(temporary, { force: true });
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
