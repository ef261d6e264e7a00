// @ts-check
// Builds the generated files (bundled document, types, operation table, validators) and the JavaScript of the package.
// `npm run build`; `--generated-only` skips the JavaScript.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles } from './lib/generated-files.mjs';
import { root } from './lib/paths.mjs';
import { reachableDeclarations } from './lib/reachable-declarations.mjs';
import { filesBelow, putFiles, replaceTree } from './lib/replace-tree.mjs';

const dist = join(root, 'dist');
const { modules, documents } = await generatedFiles(join(root, 'openapi.yaml')).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
replaceTree(join(root, 'src/generated'), modules);

if (process.argv.includes('--generated-only')) putFiles(dist, documents);
else replaceTree(dist, { ...compiledFiles(), ...documents });

/** @returns {Record<string, string>} the JavaScript and declarations of the package */
function compiledFiles() {
  const output = mkdtempSync(`${dist}.`);
  try {
    compile(output, '--emitDeclarationOnly');
    // Editors show the comments of declarations; those of the JavaScript would be a fifteenth of the package.
    compile(output, '--declaration', 'false', '--removeComments', '--noCheck');
    // tsc emits only the TypeScript modules; these are already JavaScript.
    const plain = Object.entries(modules).filter(([name]) => /\.(js|d\.ts)$/.test(name));
    return withoutInnerDeclarations({
      ...Object.fromEntries(
        filesBelow(output).map((name) => [name, readFileSync(join(output, name), 'utf8')]),
      ),
      ...Object.fromEntries(plain.map(([name, text]) => [join('src/generated', name), text])),
    });
  } finally {
    rmSync(output, { recursive: true });
  }
}

/** @param {string} output @param {string[]} options */
function compile(output, ...options) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', output, ...options], {
    cwd: root,
    stdio: 'inherit',
  });
}

/**
 * Removes the declarations that no entry point of the package needs, a tenth of its size.
 *
 * @param {Record<string, string>} files
 */
function withoutInnerDeclarations(files) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = Object.values(exports).flatMap(({ types }) => types?.replace('./dist/', '') ?? []);
  const reached = reachableDeclarations(files, entries);
  return Object.fromEntries(
    Object.entries(files).filter(([name]) => !name.endsWith('.d.ts') || reached.has(name)),
  );
}
