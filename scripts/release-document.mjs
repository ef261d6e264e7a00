// @ts-check
// Keeps the built document as the released one of its version, in released/<version>/openapi.yaml,
// which later ones are compared with. `npm run release:document`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { root } from './lib/paths.mjs';

const built = readFileSync(join(root, 'dist/openapi.yaml'), 'utf8');
const { version } = parse(built).info;
const path = join(root, 'released', version, 'openapi.yaml');

if (existsSync(path) && readFileSync(path, 'utf8') !== built) {
  console.error(`${version} is released and differs; raise info.version in openapi.yaml and build again.`);
  process.exitCode = 1;
} else {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, built);
  console.log(`released/${version}/openapi.yaml holds what dist/openapi.yaml says.`);
}
