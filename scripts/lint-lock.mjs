// @ts-check
// Checks that `npm ci` installs only what the lock files describe: `npm run lint:lock`. With `--fill`, looks up
// the digests that are missing, where the registry in use serves those packages.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf, withoutIntegrity } from './lib/lock-file.mjs';
import { root } from './lib/paths.mjs';

/**
 * Binaries for other platforms, which the registry that the lock file was made with does not serve: the packages
 * that name them do not give their digests, only each one's own entry in the registry does. `npm ci` installs
 * none of them on Linux with glibc, where CI and releases run.
 *
 * @type {readonly import('./lib/lock-file.mjs').Exception[]}
 */
const exceptions = [
  { name: /^@biomejs\/cli-/, version: '2.6.8', count: 8 },
  { name: /^@oxc-parser\/binding-/, version: '0.156.0', count: 15 },
  { name: /^@rollup\/rollup-/, version: '4.68.7', count: 48 },
];
const lockFiles = { 'package-lock.json': exceptions, 'tests/benchmarks/package-lock.json': [] };

for (const [file, allowed] of Object.entries(lockFiles)) {
  const path = join(root, file);
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  if (process.argv.includes('--fill')) {
    for (const entry of withoutIntegrity(lock)) fill(entry);
    writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  }
  const problems = problemsOf(lock, allowed);
  for (const problem of problems) console.error(`${file}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  const left = withoutIntegrity(lock);
  console.log(
    `${file}: ${Object.keys(lock.packages).length - 1} packages, ${left.length} without integrity.`,
  );
  for (const { name, entry } of left) console.log(`  ${name}@${entry.version}: ${platformOf(entry)} only`);
}

/** @param {import('./lib/lock-file.mjs').Named} named */
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

/** @param {import('./lib/lock-file.mjs').Entry} entry */
function platformOf({ os = ['any system'], cpu = [], libc = [] }) {
  return [...os, ...cpu, ...libc].join(' ');
}
