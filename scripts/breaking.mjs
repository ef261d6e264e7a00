// @ts-check
// Compares the built document with the last released one, prints what changed for callers, and fails
// when something breaks them without a new major version. `npm run breaking`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { changelog } from './lib/changes/changelog.mjs';
import { compareDocuments } from './lib/changes/compare-documents.mjs';
import { oasdiff } from './lib/changes/oasdiff.mjs';
import { latestRelease, mayBreak } from './lib/changes/releases.mjs';
import { needBuilt } from './lib/need-built.mjs';
import { root } from './lib/paths.mjs';

needBuilt('dist/openapi.yaml');
const built = join(root, 'dist/openapi.yaml');
const release = latestRelease(join(root, 'released'));

if (!release) {
  console.log(
    'No document is released yet, so nothing can break; `npm run release:document` keeps the first.',
  );
} else {
  const [before, after] = [release.path, built].map((path) => parse(readFileSync(path, 'utf8')));
  const changes = compareDocuments(before, after);
  console.log(changelog(changes, release.version));

  const second = oasdiff(release.path, built);
  if ('missing' in second) console.log(`oasdiff was not asked: ${second.missing}.`);
  else console.log(second.breaking ? `oasdiff adds:\n${second.report}` : 'oasdiff sees nothing that breaks.');

  const breaks = changes.some(({ breaking }) => breaking) || ('breaking' in second && second.breaking);
  if (breaks && !mayBreak(release.version, after.info.version)) {
    console.error(
      `This breaks callers of ${release.version}. Keep what they use, or give openapi.yaml a new major version.`,
    );
    process.exitCode = 1;
  }
}
