// @ts-check
import { posix } from 'node:path';

/** The largest number of files directly in a folder, and of lines in a file of source code. */
export const most = { files: 25, lines: 300 };

/**
 * Returns the folders with more files than allowed, and the files of source code with more lines.
 *
 * @param {readonly { path: string, text: string }[]} files `path` is relative to the root, with slashes
 * @returns {{ folders: string[], files: string[] }} sorted paths
 */
export function tooLarge(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { path } of files) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return {
    folders: [...counts].flatMap(([folder, count]) => (count > most.files ? folder : [])).sort(),
    files: files.flatMap(({ path, text }) => (isCode(path) && linesOf(text) > most.lines ? path : [])).sort(),
  };
}

/** @param {string} path */
function isCode(path) {
  return /\.(ts|mjs|js|vue|css|py|go)$/.test(path);
}

/** @param {string} text */
function linesOf(text) {
  return text.trimEnd().split('\n').length;
}
