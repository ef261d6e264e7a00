// @ts-check
// Writes the figures of docs/default-dataset.md from responses of the mock.
// `npm run docs:dataset`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSources } from './lib/build/import-sources.mjs';
import { requireBuild } from './lib/build/require-build.mjs';
import { optionsOf } from './lib/options.mjs';
import { withBlocks } from './lib/pages/blocks.mjs';
import { defaultDatasetBlocks } from './lib/pages/default-dataset.mjs';
import { root } from './lib/paths.mjs';

optionsOf({});
requireBuild('src/generated/operations.ts');
const sources = await importSources(`
export { createMock } from './mocks/create-mock.ts';
export { scenarios } from './mocks/dataset/index.ts';
`);
const page = join(root, 'docs/default-dataset.md');
writeFileSync(page, withBlocks(readFileSync(page, 'utf8'), await defaultDatasetBlocks(sources)));
