// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The document that was released last.
 *
 * @param {string} folder that holds one folder a version
 * @returns {{ version: string, path: string } | undefined} nothing before the first release
 */
export function latestRelease(folder) {
  const versions = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    : [];
  const version = versions.sort(compareVersions).at(-1);
  return version === undefined ? undefined : { version, path: join(folder, version, 'openapi.yaml') };
}

/**
 * @param {string} a
 * @param {string} b
 */
function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const at = left?.findIndex((part, index) => part !== right?.[index]) ?? -1;
  return at < 0 ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0);
}

/**
 * @param {string} before
 * @param {string} after
 * @returns {boolean} whether the step between two versions may break callers
 */
export function mayBreak(before, after) {
  return Number.parseInt(after, 10) > Number.parseInt(before, 10);
}
