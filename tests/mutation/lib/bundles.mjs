// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../../scripts/lib/paths.mjs';

export const dataset = join(root, 'mocks/dataset');

/** @satisfies {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  format: /** @type {const} */ ('esm'),
  platform: /** @type {const} */ ('node'),
  loader: { '.yaml': /** @type {const} */ ('text') },
  external: ['*/prism-engine.js', '@duckdb/node-api', 'ioredis', 'msw'],
  banner: {
    js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
  },
  logLevel: /** @type {const} */ ('silent'),
};

/**
 * Bundles the evaluator: the mock without its dataset, which is exchangeable, and the suite.
 *
 * @param {string} outfile
 */
export async function bundleEvaluator(outfile) {
  await build({
    ...shared,
    entryPoints: [join(root, 'tests/mutation/lib/evaluator.ts')],
    outfile,
    plugins: [
      {
        name: 'exchangeable-dataset',
        setup({ onResolve }) {
          onResolve({ filter: /\/dataset\/index\.js$/ }, () => ({
            path: join(root, 'tests/mutation/lib/exchangeable-dataset.ts'),
          }));
        },
      },
    ],
  });
}

/**
 * Bundles the dataset with one mutant, or the original.
 *
 * @param {string} outfile
 * @param {import('./points.mjs').Mutant} [mutant]
 */
export async function bundleDataset(outfile, mutant) {
  await build({
    ...shared,
    entryPoints: [join(dataset, 'index.ts')],
    outfile,
    plugins: mutant ? [withMutant(mutant)] : [],
  });
}

/** @param {import('./points.mjs').Mutant} mutant @returns {import('esbuild').Plugin} */
function withMutant({ file, start, from, to }) {
  const path = join(dataset, file);
  const text = readFileSync(path, 'utf8');
  const contents = `${text.slice(0, start)} ${to} ${text.slice(start + from.length)}`;
  return {
    name: 'mutant',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, (args) => (args.path === path ? { contents, loader: 'ts' } : undefined));
    },
  };
}
