// @ts-check
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  types: ['node'],
};

/**
 * Type-checks, bundles and runs a program.
 *
 * @param {import('./tool.mjs').Context['exec']} exec
 * @param {string} folder
 * @param {string} name of the program without its extension
 * @returns {Promise<string>} the output of the program
 */
export async function runTypeScript(exec, folder, name) {
  const [program, bundle] = [join(folder, `${name}.ts`), join(folder, 'program.mjs')];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [program] }));
  await exec('tsc', ['--project', folder]);
  await exec('esbuild', [program, '--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`]);
  return exec(process.execPath, [bundle]);
}
