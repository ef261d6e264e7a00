// @ts-check
// Writes the figures of docs/default-world.md, which describes the default dataset, from responses of the mock.
// `npm run docs:world`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBlocks } from './lib/blocks.mjs';
import { defaultWorldBlocks } from './lib/default-world.mjs';
import { importSources } from './lib/import-sources.mjs';
import { needBuilt } from './lib/need-built.mjs';
import { optionsOf } from './lib/options.mjs';
import { root } from './lib/paths.mjs';

optionsOf({});
needBuilt('src/generated/operations.ts');
const sources = await importSources(`
export { createMock } from './mocks/create-mock.ts';
export { scenarios } from './mocks/world/index.ts';
`);
const page = join(root, 'docs/default-world.md');
writeFileSync(page, withBlocks(readFileSync(page, 'utf8'), await defaultWorldBlocks(sources)));
