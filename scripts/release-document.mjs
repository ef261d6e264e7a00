// @ts-check
// Stores the built document as released/<version>/openapi.json, with which later documents are compared.
// `npm run release:document`, after a build.
import { join } from 'node:path';
import { requireBuild } from './lib/build/require-build.mjs';
import { storeRelease } from './lib/changes/store-release.mjs';
import { root } from './lib/paths.mjs';

requireBuild('dist/openapi.yaml');
const { version, changes } = storeRelease(join(root, 'released'), join(root, 'dist/openapi.yaml'));

if (changes === null) {
  console.log(`Stored dist/openapi.yaml as released/${version}/openapi.json.`);
} else {
  console.error(
    `${changes}\n\nVersion ${version} is already released. Increase info.version in openapi.yaml.`,
  );
  process.exitCode = 1;
}
