// @ts-check
// Stores the built document as the released one of its version, in released/<version>/openapi.yaml,
// which later ones are compared with. `npm run release:document`, after a build.
import { join } from 'node:path';
import { storeRelease } from './lib/changes/store-release.mjs';
import { needBuilt } from './lib/need-built.mjs';
import { root } from './lib/paths.mjs';

needBuilt('dist/openapi.yaml');
const { version, changes } = storeRelease(join(root, 'released'), join(root, 'dist/openapi.yaml'));

if (changes === null) {
  console.log(`Stored dist/openapi.yaml as released/${version}/openapi.yaml.`);
} else {
  console.error(`${changes}\n\n${version} is released; raise info.version in openapi.yaml.`);
  process.exitCode = 1;
}
