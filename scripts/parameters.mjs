// @ts-check
// Measures which checks notice a server that ignores a documented value of a parameter, and writes docs/parameters.md.
// Takes five minutes. `npm run docs:parameters`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSources } from './lib/build/import-sources.mjs';
import { requireBuild } from './lib/build/require-build.mjs';
import { optionsOf } from './lib/options.mjs';
import { withBlocks } from './lib/pages/blocks.mjs';
import { root } from './lib/paths.mjs';

optionsOf({});
requireBuild('src/generated/operations.ts');
const { nameOf, noticed, parameterBlocks, parameterValues } = await importSources(`
export * from './tests/parameters/ignored.ts';
export * from './tests/parameters/page.ts';
`);

const rows = [];
for (const one of parameterValues()) {
  const result = await noticed(one);
  const { failed, warned } = result;
  console.error(`${nameOf(one)}: ${failed.length} fail, ${warned.length} warn`);
  rows.push({ ...one, ...result });
}
const page = join(root, 'docs/parameters.md');
writeFileSync(page, withBlocks(readFileSync(page, 'utf8'), parameterBlocks(rows)));
