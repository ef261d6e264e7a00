// @ts-check
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Replaces the contents of a folder with these files. Each changed file is replaced atomically, so that a concurrent
 * reader or build never sees a partial or missing file.
 *
 * @param {string} folder
 * @param {Readonly<Record<string, string | Uint8Array>>} files content by relative path
 */
export function replaceTree(folder, files) {
  putFiles(folder, files);
  const wanted = new Set(Object.keys(files));
  for (const name of filesBelow(folder)) {
    if (!wanted.has(name)) rmSync(join(folder, name), { force: true });
  }
  removeEmptyFolders(folder);
}

/**
 * Writes files into a folder in the same way, without removing others.
 *
 * @param {string} folder
 * @param {Readonly<Record<string, string | Uint8Array>>} files content by relative path
 */
export function putFiles(folder, files) {
  const changed = Object.entries(files).filter(([name, content]) => !hasContent(join(folder, name), content));
  if (changed.length === 0) return;
  mkdirSync(folder, { recursive: true });
  // Next to the folder, because a rename is only atomic within a file system.
  const staging = mkdtempSync(`${folder}.`);
  try {
    for (const [index, [name, content]] of changed.entries()) {
      const staged = join(staging, String(index));
      writeFileSync(staged, content);
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      renameSync(staged, join(folder, name));
    }
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/**
 * @param {string} folder
 * @returns {string[]} relative paths of the files in it, at any depth; empty if the folder does not exist
 */
export function filesBelow(folder) {
  return entriesBelow(folder)
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** @param {string} folder */
function removeEmptyFolders(folder) {
  const folders = entriesBelow(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((a, b) => b.length - a.length);
  for (const path of folders) {
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
}

/** @param {string} folder */
function entriesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * @param {string} path
 * @param {string | Uint8Array} content
 */
function hasContent(path, content) {
  try {
    return readFileSync(path).equals(Buffer.from(content));
  } catch {
    return false;
  }
}
