// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../paths.mjs';
import { standIns } from './stand-ins.mjs';

/** What of the project's own code the site shows. */
const entry = `
export { createMock } from './mocks/index.ts';
export { defaultNow } from './mocks/clock.ts';
export { scenarios } from './mocks/world/index.ts';
export { checks } from './conformance/checks/index.ts';
export { operations as operationTable } from './src/generated/operations.ts';
export { defects } from './conformance/defects/index.ts';
export { isRetryableStatus, statusOfCode } from './src/contract/errors.ts';
export { namedOperations } from './src/client/methods.ts';
`;

/**
 * What the site shows, from the sources: the whole package need not be built for it.
 *
 * @throws {Error} when nothing has been generated from the document yet
 */
export async function loadBuilt() {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  try {
    const outfile = join(folder, 'parts.mjs');
    await build({
      stdin: { contents: entry, resolveDir: root, loader: 'ts' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      plugins: [standIns],
      outfile,
      logLevel: 'silent',
    });
    const parts = await import(pathToFileURL(outfile).href);
    return {
      ...parts,
      document: JSON.parse(readFileSync(join(root, 'dist/openapi.json'), 'utf8')),
      yaml: readFileSync(join(root, 'dist/openapi.yaml'), 'utf8'),
    };
  } catch (error) {
    throw new Error('The site is made from what is generated: run `npm run build` first.', { cause: error });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
