// @ts-check
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './paths.mjs';

/**
 * The style and the script of the page that a report in HTML is: they stand inside it.
 *
 * @returns {Promise<string>} a TypeScript module
 */
export async function reportPageModule() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['page.css', 'page.ts'].map((name) => `conformance/report/page/${name}`),
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    outdir: join(root, 'dist'),
    write: false,
  });
  const text = (/** @type {string} */ ending) =>
    JSON.stringify(outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? '');
  return `// Generated from conformance/report/page by \`npm run build\`.

export const style: string = ${text('.css')};

export const script: string = ${text('.js')};
`;
}
