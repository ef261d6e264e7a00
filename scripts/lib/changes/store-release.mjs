// @ts-check
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { oasdiff } from './oasdiff.mjs';
import { latestRelease } from './releases.mjs';

/**
 * Stores a document as the released one of its version. Descriptions and examples may change under the
 * same version; what callers rely on may not. What changed since the version before is stored beside it.
 *
 * @param {string} folder that holds one folder a version
 * @param {string} built path of the document
 * @returns {{ version: string, path: string, changes: string | null }} what callers would notice under the
 *   same version, as Markdown; where there is anything, nothing is stored
 */
export function storeRelease(folder, built) {
  const { version } = parse(readFileSync(built, 'utf8')).info;
  const path = join(folder, version, 'openapi.yaml');
  const { changes, markdown } = existsSync(path) ? oasdiff(path, built) : { changes: [], markdown: '' };
  if (changes.length > 0) return { version, path, changes: markdown };
  const before = latestRelease(folder);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(built, path);
  if (before && before.version !== version) {
    writeFileSync(join(dirname(path), 'changes.md'), `${oasdiff(before.path, path).markdown}\n`);
  }
  return { version, path, changes: null };
}
