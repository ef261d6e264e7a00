// @ts-check
// Writes docs/default-world.md, which describes the default world, from what the mock answers.
// `npm run docs:world`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultWorldPage } from './lib/default-world/page.mjs';
import { loadBuilt } from './lib/docs/built.mjs';
import { needBuilt } from './lib/need-built.mjs';
import { root } from './lib/paths.mjs';

needBuilt('src/generated/operations.ts');
writeFileSync(join(root, 'docs/default-world.md'), await defaultWorldPage(await loadBuilt()));
