// @ts-check
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { compareDocuments } from './compare-documents.mjs';

/**
 * Keeps a document as the released one of its version. Its words and examples may be mended under the same
 * version; what callers rely on may not.
 *
 * @param {string} folder that holds one folder a version
 * @param {string} text of the document, in YAML
 * @returns {{ version: string, changes: import('./compare-documents.mjs').Change[] }} what callers would
 *   notice under the same version; where there is anything, nothing is kept
 */
export function keepRelease(folder, text) {
  const document = parse(text);
  const { version } = document.info;
  const path = join(folder, version, 'openapi.yaml');
  const changes = existsSync(path) ? compareDocuments(parse(readFileSync(path, 'utf8')), document) : [];
  if (changes.length === 0) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return { version, changes };
}
