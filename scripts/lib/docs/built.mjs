// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.mjs';

/**
 * What `npm run build` has built and the site shows.
 *
 * @throws {Error} when it has not been built
 */
export async function loadBuilt() {
  const load = (/** @type {string} */ path) => import(pathToFileURL(join(root, 'dist', path)).href);
  try {
    const [{ createMock }, { checks }, { statusOfCode }, { scenarios }, { defaultNow }] = await Promise.all([
      load('mocks/index.js'),
      load('conformance/index.js'),
      load('src/contract/errors.js'),
      load('mocks/world/index.js'),
      load('mocks/clock.js'),
    ]);
    return {
      document: JSON.parse(readFileSync(join(root, 'dist/openapi.json'), 'utf8')),
      yaml: readFileSync(join(root, 'dist/openapi.yaml'), 'utf8'),
      createMock,
      checks,
      statusOfCode,
      scenarios,
      defaultNow,
    };
  } catch (error) {
    throw new Error('The site shows what is built: run `npm run build` first.', { cause: error });
  }
}
