// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
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
 * @param {Readonly<Record<string, string>>} [generated] the modules of `src/generated`, text by file name (default: its files)
 * @returns {Promise<any>}
 */
export async function importSources(entry, generated) {
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
      plugins: generated ? [fromMemory(generated)] : [],
      outfile,
      logLevel: 'silent',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {Readonly<Record<string, string>>} generated text by file name
 * @returns {import('esbuild').Plugin}
 */
function fromMemory(generated) {
  return {
    name: 'generated-from-memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\/generated\/[^/]+\.js$/ }, ({ path }) => {
        const name = basename(path, '.js');
        return { path: `${name}.js` in generated ? `${name}.js` : `${name}.ts`, namespace: 'generated' };
      });
      onLoad({ filter: /./, namespace: 'generated' }, ({ path }) => ({
        contents: /** @type {string} */ (generated[path]),
        loader: extname(path) === '.ts' ? 'ts' : 'js',
      }));
    },
  };
}
