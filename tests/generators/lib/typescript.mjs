// @ts-check
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  types: ['node'],
};

/**
 * Type-checks, bundles and runs a program.
 *
 * @param {import('./tool.mjs').Context['exec']} exec
 * @param {string} folder
 * @param {string} name of the program without its extension
 * @param {{ compilerOptions?: object, bundleOptions?: readonly string[] }} [more] what the generated code needs
 * @returns {Promise<string>} the output of the program
 */
export async function runTypeScript(exec, folder, name, more = {}) {
  const [program, bundle] = [join(folder, `${name}.ts`), join(folder, 'program.mjs')];
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...more.compilerOptions }, files: [program] }),
  );
  await exec('tsc', ['--project', folder]);
  const bundling = ['--bundle', '--platform=node', '--format=esm', ...(more.bundleOptions ?? [])];
  await exec('esbuild', [program, ...bundling, `--outfile=${bundle}`]);
  return exec(process.execPath, [bundle]);
}
