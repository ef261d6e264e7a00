// @ts-check
import { dirname, join } from 'node:path/posix';

/**
 * Returns the declaration files that the types of the package consist of: those that entry points import, directly or not.
 *
 * @param {Readonly<Record<string, string>>} texts declaration files by path
 * @param {readonly string[]} entries
 * @returns {Set<string>}
 */
export function reachableDeclarations(texts, entries) {
  const reached = new Set(entries);
  // A set also yields what is added during the iteration.
  for (const path of reached) {
    for (const [, target] of (texts[path] ?? '').matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.js['"]/g)) {
      reached.add(join(dirname(path), `${target}.d.ts`));
    }
  }
  return reached;
}
