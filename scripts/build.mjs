// @ts-check
// Builds the generated files (bundled document, types, operation table, validators) and the JavaScript of the package.
// `npm run build`; `--generated-only` skips the JavaScript.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, transform } from 'esbuild';
import { reachableDeclarations } from './lib/build/reachable-declarations.mjs';
import { filesBelow, putFiles, replaceTree } from './lib/build/replace-tree.mjs';
import { generatedFiles } from './lib/generators/generated-files.mjs';
import { root } from './lib/paths.mjs';

const dist = join(root, 'dist');
const target = 'es2022';

/** @type {import('esbuild').Plugin} The suite reads `openapi.json` of the package, not a copy of it in JavaScript. */
const documentFromFile = {
  name: 'document-from-file',
  setup({ onResolve }) {
    const resolved = { path: '#document', external: true, sideEffects: false };
    onResolve({ filter: /\/generated\/full-document\.js$/ }, () => resolved);
  },
};

const { exports, browser } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { modules, documents } = await generatedFiles(join(root, 'openapi.yaml')).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
replaceTree(join(root, 'src/generated'), modules);

if (process.argv.includes('--generated-only')) putFiles(dist, documents);
else replaceTree(dist, { ...declarations(), ...(await scripts()), ...documents });

/**
 * Bundles the JavaScript of the package: a file for each entry point, and one for what several of them share. A program starts
 * in two thirds of the time that it takes to load every module on its own.
 *
 * @returns {Promise<Record<string, string>>} text by file name
 */
async function scripts() {
  const { outputFiles } = await build({
    entryPoints: entryPoints().map((path) => join(root, path)),
    outdir: dist,
    outbase: root,
    chunkNames: 'shared/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target,
    // Indentation, long forms and local names are a tenth of the package, and of what a page loads.
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    lineLimit: 400,
    packages: 'external',
    write: false,
    logLevel: 'warning',
    plugins: [documentFromFile],
  });
  // No module of the package has side effects, so an import without names would only load a file for nothing.
  const withoutBareImports = (/** @type {string} */ text) =>
    text.replaceAll(/(?<=^|;)import"\.{1,2}\/[^"]+";/gm, '');
  const files = outputFiles.map(async ({ path, text }) => {
    const name = relative(dist, path);
    return [name, await withLines(name, withoutBareImports(text))];
  });
  return Object.fromEntries(await Promise.all(files));
}

/**
 * Restores the line breaks of what runs in the programs of users: for an error that nothing catches, Node prints the line
 * that throws it.
 *
 * @param {string} name
 * @param {string} text
 */
async function withLines(name, text) {
  if (!/^src\/(client|webhooks)\//.test(name)) return text;
  return (await transform(text, { target, format: 'esm', minifySyntax: true })).code;
}

/** @returns {string[]} the sources of the files that package.json names */
function entryPoints() {
  const defaults = Object.values(exports).flatMap((target) => target.default ?? []);
  const built = [...defaults, ...Object.entries(browser).flat(), './dist/cli/main.js'];
  return built.map((path) => path.replace('./dist/', '').replace(/\.js$/, '.ts'));
}

/** @returns {Record<string, string>} the declarations that the entry points of the package need */
function declarations() {
  const output = mkdtempSync(`${dist}.`);
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['-p', 'tsconfig.build.json', '--outDir', output, '--emitDeclarationOnly'];
    execFileSync(process.execPath, [tsc, ...options], { cwd: root, stdio: 'inherit' });
    const emitted = filesBelow(output).map((name) => [name, readFileSync(join(output, name), 'utf8')]);
    const generated = Object.entries(modules)
      .filter(([name]) => name.endsWith('.d.ts'))
      .map(([name, text]) => [join('src/generated', name), text]);
    const all = Object.fromEntries([...emitted, ...generated]);
    const entries = Object.values(exports).flatMap(({ types }) => types?.replace('./dist/', '') ?? []);
    const reached = reachableDeclarations(all, entries);
    return Object.fromEntries(Object.entries(all).filter(([name]) => reached.has(name)));
  } finally {
    rmSync(output, { recursive: true });
  }
}
