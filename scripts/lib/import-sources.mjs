// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './paths.mjs';

/**
 * Imports parts of the TypeScript sources that no package holds, as scripts can import none themselves.
 *
 * @param {string} entry module text; its imports are relative to the root of the project
 * @returns {Promise<any>}
 */
export async function importSources(entry) {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  try {
    const outfile = join(folder, 'parts.mjs');
    await build({
      stdin: { contents: entry, resolveDir: root, loader: 'ts' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      loader: { '.yaml': 'text' },
      // Loaded only where a mock is told to use them, which none is here.
      external: ['*/prism-engine.js', 'ioredis', 'msw'],
      // What was written for CommonJS asks for Node's own modules by `require`.
      banner: {
        js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
      },
      outfile,
      logLevel: 'silent',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
