// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * Ends the script, in one line, where a file that it works on has not been built yet.
 *
 * @param {string} path in the repository
 */
export function needBuilt(path) {
  if (existsSync(join(root, path))) return;
  console.error(`There is no ${path}; run \`npm run build\` first.`);
  process.exit(1);
}
