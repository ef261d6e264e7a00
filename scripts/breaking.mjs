// @ts-check
// Compares the built document with the last released one, prints what changed for callers, and fails
// when something breaks them without a new major version. `npm run breaking`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { hasGo, oasdiff } from './lib/changes/oasdiff.mjs';
import { latestRelease, mayBreak } from './lib/changes/releases.mjs';
import { changedUnits } from './lib/changes/units.mjs';
import { needBuilt } from './lib/need-built.mjs';
import { root } from './lib/paths.mjs';

needBuilt('dist/openapi.yaml');
const built = join(root, 'dist/openapi.yaml');
const release = latestRelease(join(root, 'released'));

if (!release) {
  console.log('No document is released yet; `npm run release:document` stores the first.');
} else if (!process.env.CI && !hasGo()) {
  console.log('Skipped: comparing documents needs oasdiff, and oasdiff needs Go. CI compares them.');
} else {
  const [before, after] = [release.path, built].map((path) => parse(readFileSync(path, 'utf8')));
  const { changes, markdown } = oasdiff(release.path, built);
  const units = changedUnits(before, after);
  console.log([markdown, ...units].join('\n'));

  const breaks = units.length > 0 || changes.some(({ level }) => level > 1);
  if (breaks && !mayBreak(release.version, after.info.version)) {
    console.error(
      `This breaks callers of ${release.version}. Keep what they use, or give openapi.yaml a new major version.`,
    );
    process.exitCode = 1;
  }
}
