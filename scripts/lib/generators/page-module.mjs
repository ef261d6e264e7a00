// @ts-check
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../paths.mjs';

/**
 * Bundles the style and the script of a single-file page, with a Content-Security-Policy that allows nothing else.
 *
 * @param {string} folder contains `page.css` and `page.ts`
 * @returns {Promise<string>} a TypeScript module
 */
export async function pageModule(folder) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['page.css', 'page.ts'].map((name) => `${folder}/${name}`),
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
    outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? '';
  const [style, script] = [text('.css'), text('.js')];
  const hash = (/** @type {string} */ part) =>
    `'sha256-${createHash('sha256').update(part).digest('base64')}'`;
  return `// Generated from ${folder} by \`npm run build\`.

export const style: string = ${JSON.stringify(style)};

export const script: string = ${JSON.stringify(script)};

/** Directives of a Content-Security-Policy. */
export const policy: string = ${JSON.stringify(`style-src ${hash(style)}; script-src ${hash(script)}`)};
`;
}
