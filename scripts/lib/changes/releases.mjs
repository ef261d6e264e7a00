// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ version: string, path: string }} Release */

/**
 * Returns all released documents, oldest version first.
 *
 * @param {string} folder contains one folder per version
 * @returns {Release[]}
 */
export function releases(folder) {
  const versions = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    : [];
  return versions
    .sort(new Intl.Collator('en', { numeric: true }).compare)
    .map((version) => ({ version, path: join(folder, version, 'openapi.json') }));
}

/**
 * Returns the released document with the highest version.
 *
 * @param {string} folder contains one folder per version
 * @returns {Release | undefined} undefined before the first release
 */
export function latestRelease(folder) {
  return releases(folder).at(-1);
}

/**
 * @param {string} before
 * @param {string} after
 * @returns {boolean} whether breaking changes are allowed between two versions
 */
export function mayBreak(before, after) {
  return Number.parseInt(after, 10) > Number.parseInt(before, 10);
}
