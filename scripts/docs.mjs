// @ts-check
// Builds the docs site into dist-docs/, from what `npm run build` has built. `npm run docs`.
import { join } from 'node:path';
import { buildSite } from './lib/docs/build-site.mjs';
import { root } from './lib/paths.mjs';
import { replaceTree } from './lib/replace-tree.mjs';

replaceTree(join(root, 'dist-docs'), await buildSite());
