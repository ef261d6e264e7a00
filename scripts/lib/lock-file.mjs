// @ts-check

/**
 * A package of a lock file, as far as it matters here.
 *
 * @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, inBundle?: boolean,
 *   optional?: boolean, hasInstallScript?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   [key: string]: unknown }} Entry
 * @typedef {{ readonly packages: Readonly<Record<string, Entry>> }} Lock
 * @typedef {{ readonly name: string, readonly entry: Entry }} Named
 */

/**
 * Packages that may be without integrity: optional, and for one platform each.
 *
 * @typedef {{ readonly name: RegExp, readonly version: string, readonly count: number }} Exception
 */

/**
 * Packages whose content the lock file leaves open.
 *
 * @param {Lock} lock
 * @returns {Named[]}
 */
export function withoutIntegrity(lock) {
  return installed(lock).filter(({ entry }) => entry.integrity === undefined);
}

/**
 * What is wrong with a lock file, a sentence each.
 *
 * @param {Lock} lock
 * @param {readonly Exception[]} exceptions
 * @returns {string[]}
 */
export function problemsOf(lock, exceptions) {
  const left = withoutIntegrity(lock);
  const isExcepted = (/** @type {Named} */ { name, entry }, /** @type {Exception} */ exception) =>
    exception.name.test(name) &&
    entry.version === exception.version &&
    entry.optional === true &&
    entry.os !== undefined;
  return [
    ...left
      .filter((named) => !exceptions.some((exception) => isExcepted(named, exception)))
      .map(
        ({ name, entry }) =>
          `${name}@${entry.version} has no integrity, so any content would be installed. Run \`node scripts/lint-lock.mjs --fill\`, or restore the entry.`,
      ),
    ...exceptions
      .map((exception) => ({ exception, found: left.filter((named) => isExcepted(named, exception)).length }))
      .filter(({ exception, found }) => found !== exception.count)
      .map(
        ({ exception, found }) =>
          `${found} of ${exception.name} ${exception.version} are without integrity, and ${exception.count} are listed in scripts/lint-lock.mjs. Restore what lost its own, or correct the list.`,
      ),
    ...installed(lock)
      .filter(({ entry }) => entry.resolved !== undefined)
      .map(
        ({ name, entry }) =>
          `${name} comes from ${entry.resolved}. Depend on packages of the registry only, and leave out where they came from.`,
      ),
  ];
}

/**
 * @param {Lock} lock
 * @returns {Named[]} all but the package itself, links, and what other packages bring inside their own archive
 */
function installed({ packages }) {
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.link && !entry.inBundle)
    .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), entry }));
}
