// @ts-check
// Stores the checks of the suite as released/<version>/suite.json, by the version of the contract.
// `npm run release:suite`, after a build.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSources } from './lib/build/import-sources.mjs';
import { requireBuild } from './lib/build/require-build.mjs';
import { root } from './lib/paths.mjs';
import {
  changesUnderOneVersion,
  pathOfSuite,
  releasedSuite,
  suiteOf,
} from './lib/release/released-suite.mjs';

requireBuild('dist/openapi.json');
const { checks, suiteVersion } = await importSources(
  "export { checks } from './conformance/index.ts'; export { suiteVersion } from './conformance/suite/version.ts';",
);
const { version } = JSON.parse(readFileSync(join(root, 'dist/openapi.json'), 'utf8')).info;
const suite = suiteOf(suiteVersion, checks);
const released = releasedSuite(version);
const changes = released ? changesUnderOneVersion(released, suite) : [];

if (changes.length > 0) {
  console.error(
    `${changes.join('\n')}\nSuite ${suiteVersion} is already released. Increase its version in conformance/suite/version.ts.`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(pathOfSuite(version), `${JSON.stringify(suite)}\n`);
  console.log(`released/${version}/suite.json contains suite ${suiteVersion} with ${checks.length} checks.`);
}
