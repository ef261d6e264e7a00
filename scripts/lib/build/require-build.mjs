// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/**
 * Exits with an error message if a build output is missing.
 *
 * @param {string} path path in the repository
 */
export function requireBuild(path) {
  if (existsSync(join(root, path))) return;
  console.error(`${path} does not exist. Run \`npm run build\` first.`);
  process.exit(1);
}
