// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../paths.mjs';

/** The first lines of a bundle, since bundled CommonJS packages load Node.js modules with `require`. */
export const requireBanner = {
  js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
};

/**
 * Imports TypeScript sources, which scripts cannot import directly: before the build, or because the package lacks them.
 *
 * @param {string} entry source text of a module; its imports are relative to the project root
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
      // Optional dependencies of the mock, which scripts do not use.
      external: ['*/prism-engine.js', '@duckdb/node-api', 'ioredis', 'msw'],
      banner: requireBanner,
      outfile,
      logLevel: 'silent',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
