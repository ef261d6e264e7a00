// @ts-check
// Keeps the built document as the released one of its version, in released/<version>/openapi.yaml,
// which later ones are compared with. `npm run release:document`, after a build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelog } from './lib/changes/changelog.mjs';
import { keepRelease } from './lib/changes/keep-release.mjs';
import { needBuilt } from './lib/need-built.mjs';
import { root } from './lib/paths.mjs';

needBuilt('dist/openapi.yaml');
const { version, changes } = keepRelease(
  join(root, 'released'),
  readFileSync(join(root, 'dist/openapi.yaml'), 'utf8'),
);

if (changes.length > 0) {
  console.error(
    `${changelog(changes, version)}\n${version} is released; raise info.version in openapi.yaml.`,
  );
  process.exitCode = 1;
} else {
  console.log(`released/${version}/openapi.yaml holds what dist/openapi.yaml says.`);
}
