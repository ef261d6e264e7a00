// @ts-check

/**
 * The properties of a package in a lock file that are used here.
 *
 * @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, inBundle?: boolean,
 *   optional?: boolean, hasInstallScript?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   [key: string]: unknown }} Entry
 * @typedef {{ readonly packages: Readonly<Record<string, Entry>> }} Lock
 * @typedef {{ readonly name: string, readonly entry: Entry }} Named
 */

/**
 * Packages that may lack an integrity digest: optional binaries for other platforms.
 *
 * @typedef {{ readonly name: RegExp, readonly version: string, readonly count: number }} Exception
 */

/**
 * Returns the packages without an integrity digest.
 *
 * @param {Lock} lock
 * @returns {Named[]}
 */
export function withoutIntegrity(lock) {
  return installed(lock).filter(({ entry }) => entry.integrity === undefined);
}

/**
 * Returns the problems of a lock file, one message each.
 *
 * @param {Lock} lock
 * @param {readonly Exception[]} exceptions
 * @returns {string[]}
 */
export function problemsOf(lock, exceptions) {
  const unpinned = withoutIntegrity(lock);
  const isExcepted = (/** @type {Named} */ { name, entry }, /** @type {Exception} */ exception) =>
    exception.name.test(name) &&
    entry.version === exception.version &&
    entry.optional === true &&
    entry.os !== undefined;
  return [
    ...unpinned
      .filter((named) => !exceptions.some((exception) => isExcepted(named, exception)))
      .map(
        ({ name, entry }) =>
          `${name}@${entry.version} has no integrity, so its content is not verified. Run \`node scripts/lint-lock.mjs --fill\`, or restore the entry.`,
      ),
    ...exceptions
      .map((exception) => ({
        exception,
        found: unpinned.filter((named) => isExcepted(named, exception)).length,
      }))
      .filter(({ exception, found }) => found !== exception.count)
      .map(
        ({ exception, found }) =>
          `${found} packages ${exception.name} ${exception.version} have no integrity, but scripts/lint-lock.mjs lists ${exception.count}. Restore the missing digests, or correct the list.`,
      ),
    ...installed(lock)
      .filter(({ entry }) => entry.resolved !== undefined)
      .map(
        ({ name, entry }) =>
          `${name} is resolved to ${entry.resolved}. Use packages from the registry only, and remove \`resolved\`.`,
      ),
  ];
}

/**
 * @param {Lock} lock
 * @returns {Named[]} all packages except the root, links and bundled dependencies
 */
function installed({ packages }) {
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.link && !entry.inBundle)
    .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), entry }));
}
