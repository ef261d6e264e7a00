// @ts-check
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { oasdiff } from './oasdiff.mjs';
import { latestRelease } from './releases.mjs';

/**
 * Stores a document as the release of its version, as compact JSON, with a list of the changes since the previous version. Under the same
 * version only descriptions and examples may change.
 *
 * @param {string} folder contains one folder per version
 * @param {string} built path of the document
 * @returns {{ version: string, path: string, changes: string | null }} the other changes under the same version as
 *   Markdown, in which case nothing is stored; null if there are none
 */
export function storeRelease(folder, built) {
  const document = parse(readFileSync(built, 'utf8'));
  const { version } = document.info;
  const path = join(folder, version, 'openapi.json');
  const { changes, markdown } = existsSync(path) ? oasdiff(path, built) : { changes: [], markdown: '' };
  if (changes.length > 0) return { version, path, changes: markdown };
  const before = latestRelease(folder);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(document)}\n`);
  if (before && before.version !== version) {
    writeFileSync(join(dirname(path), 'changes.md'), `${oasdiff(before.path, path).markdown}\n`);
  }
  return { version, path, changes: null };
}
