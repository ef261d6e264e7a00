// @ts-check
// Checks that the lock file pins every package that `npm ci` installs, and that no package runs a script when it is
// installed. `npm run lint:lock`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, inBundle?: boolean,
 *   optional?: boolean, os?: string[] }} Entry a package in the lock file
 */

/**
 * Binaries for other platforms that the registry did not serve when the lock file was created. `npm ci` installs none
 * of them on Linux with glibc, where CI and releases run.
 */
const exceptions = [
  { name: /^@biomejs\/cli-/, version: '2.6.8', count: 8 },
  { name: /^@oxc-parser\/binding-/, version: '0.156.0', count: 15 },
];
/** @type {Record<string, Entry>} */
const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
const counts = exceptions.map(() => 0);
for (const [path, { version, integrity, resolved, link, inBundle, optional, os }] of Object.entries(
  packages,
)) {
  if (path === '' || link || inBundle) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (resolved)
    problem(`${name} is resolved to ${resolved}. Use only the registry, and remove \`resolved\`.`);
  if (integrity) continue;
  const listed = exceptions.findIndex((one) => one.name.test(name) && one.version === version);
  if (listed !== -1 && optional && os) counts[listed] = (counts[listed] ?? 0) + 1;
  else
    problem(`${name}@${version} has no integrity. Restore the entry, or add \`npm view … dist.integrity\`.`);
}
for (const [index, { name, count }] of exceptions.entries()) {
  if (counts[index] !== count)
    problem(`${counts[index]} packages ${name} have no integrity, but scripts/lint-lock.mjs lists ${count}.`);
}
if (!/^ignore-scripts=true$/m.test(readFileSync(join(root, '.npmrc'), 'utf8')))
  problem('.npmrc does not disable install scripts. Add ignore-scripts=true.');
console.log(`${Object.keys(packages).length - 1} packages.`);

/** @param {string} message */
function problem(message) {
  console.error(message);
  process.exitCode = 1;
}
