// @ts-check
// Writes docs/default-world.md, which describes the default world, from what the mock answers.
// `npm run docs:world`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultWorldPage } from './lib/default-world/page.mjs';
import { importSources } from './lib/import-sources.mjs';
import { needBuilt } from './lib/need-built.mjs';
import { root } from './lib/paths.mjs';

needBuilt('src/generated/operations.ts');
const sources = await importSources(`
export { createMock } from './mocks/create-mock.ts';
export { defaultNow } from './mocks/clock.ts';
export { scenarios } from './mocks/world/index.ts';
`);
writeFileSync(join(root, 'docs/default-world.md'), await defaultWorldPage(sources));
