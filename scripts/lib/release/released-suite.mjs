// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/**
 * The checks of a suite version, as stored with the released document.
 *
 * @typedef {{ suite_version: string, checks: Record<string, string> }} ReleasedSuite
 */

/** @param {string} contractVersion */
export const pathOfSuite = (contractVersion) => join(root, 'released', contractVersion, 'suite.json');

/**
 * @param {string} suiteVersion
 * @param {readonly { id: string, level: string, basis: string }[]} checks
 * @returns {ReleasedSuite} the checks sorted by id, each with its level and basis
 */
export function suiteOf(suiteVersion, checks) {
  const rows = checks.map(({ id, level, basis }) => [id, `${level} ${basis}`]);
  return {
    suite_version: suiteVersion,
    checks: Object.fromEntries(rows.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))),
  };
}

/**
 * Lists the differences from a suite that was released under the same version; there must be none.
 *
 * @param {ReleasedSuite} released
 * @param {ReleasedSuite} suite
 * @returns {string[]} one line per check; empty if the versions differ
 */
export function changesUnderOneVersion(released, suite) {
  if (released.suite_version !== suite.suite_version) return [];
  const ids = new Set([...Object.keys(released.checks), ...Object.keys(suite.checks)]);
  return [...ids].flatMap((id) => {
    const [before = 'none', after = 'none'] = [released.checks[id], suite.checks[id]];
    return before === after ? [] : `${id}: ${before} → ${after}`;
  });
}

/**
 * @param {string} contractVersion
 * @returns {ReleasedSuite | undefined} undefined before the first release
 */
export function releasedSuite(contractVersion) {
  const path = pathOfSuite(contractVersion);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
