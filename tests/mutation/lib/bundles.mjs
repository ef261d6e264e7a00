// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { requireBanner } from '../../../scripts/lib/build/import-sources.mjs';
import { root } from '../../../scripts/lib/paths.mjs';

export const dataset = join(root, 'mocks/dataset');

/** @satisfies {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  format: /** @type {const} */ ('esm'),
  platform: /** @type {const} */ ('node'),
  loader: { '.yaml': /** @type {const} */ ('text') },
  external: ['*/prism-engine.js', 'ioredis', 'msw', '@duckdb/node-api'],
  banner: requireBanner,
  logLevel: /** @type {const} */ ('silent'),
};

/**
 * Bundles an evaluator: the mock without its dataset, which is exchangeable, and the suite.
 *
 * @param {string} outfile
 * @param {boolean} ofBill whether the mock serves a bill
 */
export async function bundleEvaluator(outfile, ofBill) {
  await build({
    ...shared,
    entryPoints: [join(root, `tests/mutation/lib/${ofBill ? 'bill-' : ''}evaluator.ts`)],
    outfile,
    plugins: [
      {
        name: 'exchangeable-dataset',
        setup({ onResolve }) {
          onResolve({ filter: /\/dataset\/index\.js$/ }, () => ({
            path: join(root, 'tests/mutation/lib/exchangeable-dataset.ts'),
          }));
          onResolve({ filter: /\/dataset\/bill\/load-bill\.js$/ }, () => ({
            path: join(root, 'tests/mutation/lib/exchangeable-bill.ts'),
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
    stdin: {
      contents: `export * from './index.ts'; export { planBill } from './bill/plan-bill.ts';`,
      resolveDir: dataset,
      loader: 'ts',
    },
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
