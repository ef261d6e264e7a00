// @ts-check
// Compares the built document with the latest release, prints the changes, and fails on a breaking change without a
// new major version. `npm run breaking`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { requireBuild } from './lib/build/require-build.mjs';
import { hasGo, oasdiff } from './lib/changes/oasdiff.mjs';
import { latestRelease, mayBreak } from './lib/changes/releases.mjs';
import { changedUnits } from './lib/changes/units.mjs';
import { root } from './lib/paths.mjs';

requireBuild('dist/openapi.yaml');
const built = join(root, 'dist/openapi.yaml');
const release = latestRelease(join(root, 'released'));

if (!release) {
  console.log('No released document yet. Run `npm run release:document` to store the first one.');
} else if (!process.env.CI && !hasGo()) {
  console.log('Skipped: oasdiff requires Go. CI compares the documents.');
} else {
  const [before, after] = [release.path, built].map((path) => parse(readFileSync(path, 'utf8')));
  const { changes, markdown } = oasdiff(release.path, built);
  const units = changedUnits(before, after);
  console.log([markdown, ...units].join('\n'));

  const breaks = units.length > 0 || changes.some(({ level }) => level > 1);
  if (breaks && !mayBreak(release.version, after.info.version)) {
    console.error(
      `Breaking changes since ${release.version}. Revert them, or increase the major version in openapi.yaml.`,
    );
    process.exitCode = 1;
  }
}
