// @ts-check
// Checks that the lock file pins every package that `npm ci` installs. `npm run lint:lock`; `--fill` adds missing
// digests from the configured registry.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf, withoutIntegrity } from './lib/lint/lock-file.mjs';
import { root } from './lib/paths.mjs';

/**
 * Binaries for other platforms that the registry did not serve when the lock file was created. Their digests are only
 * available from their own registry entries. `npm ci` installs none of them on Linux with glibc, where CI and releases
 * run.
 *
 * @type {readonly import('./lib/lint/lock-file.mjs').Exception[]}
 */
const exceptions = [
  { name: /^@biomejs\/cli-/, version: '2.6.8', count: 8 },
  { name: /^@oxc-parser\/binding-/, version: '0.156.0', count: 15 },
  { name: /^@rollup\/rollup-/, version: '4.68.7', count: 48 },
];
const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
if (process.argv.includes('--fill')) {
  for (const entry of withoutIntegrity(lock)) fill(entry);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
const problems = problemsOf(lock, exceptions);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
const unpinned = withoutIntegrity(lock);
console.log(`${Object.keys(lock.packages).length - 1} packages, ${unpinned.length} without integrity.`);
for (const { name, entry } of unpinned) console.log(`  ${name}@${entry.version}: ${platformOf(entry)} only`);

/** @param {import('./lib/lint/lock-file.mjs').Named} named */
function fill({ name, entry }) {
  const { version, ...rest } = entry;
  const integrity = lookUp(`${name}@${version}`);
  if (integrity === undefined) return;
  for (const key of Object.keys(rest)) delete entry[key];
  Object.assign(entry, { integrity }, rest);
}

/** @param {string} spec */
function lookUp(spec) {
  const args = ['view', spec, 'dist.integrity'];
  try {
    const found = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return found.trim() || undefined;
  } catch {
    console.error(`The registry does not serve ${spec}.`);
    return undefined;
  }
}

/** @param {import('./lib/lint/lock-file.mjs').Entry} entry */
function platformOf({ os = ['any system'], cpu = [], libc = [] }) {
  return [...os, ...cpu, ...libc].join(' ');
}
