// @ts-check
// Keeps the checks that a server is held to as those of the contract's version, in
// released/<version>/suite.json. `npm run release:suite`, after a build.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { needBuilt } from './lib/need-built.mjs';
import { root } from './lib/paths.mjs';
import { changesUnderOneVersion, pathOfSuite, releasedSuite, suiteOf } from './lib/released-suite.mjs';

needBuilt('dist/conformance/index.js');
const built = (/** @type {string} */ path) => import(pathToFileURL(join(root, 'dist', path)).href);
const [{ checks }, { suiteVersion }] = await Promise.all([
  built('conformance/index.js'),
  built('conformance/version.js'),
]);
const { version } = JSON.parse(readFileSync(join(root, 'dist/openapi.json'), 'utf8')).info;
const suite = suiteOf(suiteVersion, checks);
const released = releasedSuite(version);
const changes = released ? changesUnderOneVersion(released, suite) : [];

if (changes.length > 0) {
  console.error(
    `${changes.join('\n')}\nSuite ${suiteVersion} is released; raise it in conformance/version.ts.`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(pathOfSuite(version), `${JSON.stringify(suite, null, 2)}\n`);
  console.log(`released/${version}/suite.json holds suite ${suiteVersion}, ${checks.length} checks.`);
}
