// @ts-check
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../paths.mjs';
import { standIns } from './stand-ins.mjs';

/**
 * The scripts of the site, one file each. They are classic scripts, as a page that was opened from a
 * disk may not load modules.
 *
 * @returns {Promise<Record<string, string>>} path in the site to text
 */
export async function browserScripts() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['site', 'try-it', 'mock'].map((name) => `docs/site/scripts/${name}.ts`),
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    outdir: join(root, 'dist-docs/assets'),
    write: false,
    plugins: [standIns],
  });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [`assets/${basename(path)}`, text]));
}
