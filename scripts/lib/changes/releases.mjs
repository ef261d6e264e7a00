// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ version: string, path: string }} Release */

/**
 * Every document that was released, the first one first.
 *
 * @param {string} folder that holds one folder a version
 * @returns {Release[]}
 */
export function releases(folder) {
  const versions = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    : [];
  return versions
    .sort(new Intl.Collator('en', { numeric: true }).compare)
    .map((version) => ({ version, path: join(folder, version, 'openapi.yaml') }));
}

/**
 * The document that was released last.
 *
 * @param {string} folder that holds one folder a version
 * @returns {Release | undefined} nothing before the first release
 */
export function latestRelease(folder) {
  return releases(folder).at(-1);
}

/**
 * @param {string} before
 * @param {string} after
 * @returns {boolean} whether the step between two versions may break callers
 */
export function mayBreak(before, after) {
  return Number.parseInt(after, 10) > Number.parseInt(before, 10);
}
