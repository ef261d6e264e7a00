// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { runProgram } from './run-program.mjs';

const version = '14.1.0';

/**
 * Dredd reads OpenAPI 2 and 3.0, and this document is 3.1: what it says to it.
 *
 * @param {string} folder
 * @returns {Promise<{ version: string, command: string, messages: string[] }>}
 */
export async function askDredd(folder) {
  const home = join(folder, 'dredd');
  const program = join(home, 'node_modules/.bin/dredd');
  if (!existsSync(program)) {
    const { code, output } = await runProgram('npm', ['install', '--prefix', home, `dredd@${version}`]);
    if (code !== 0) throw new Error(`Dredd cannot be installed: ${output}`);
  }
  const { output } = await runProgram(program, [
    join(root, 'dist/openapi.yaml'),
    'http://127.0.0.1:9',
    '--names',
    '--no-color',
  ]);
  const lines = output.split('\n').filter((line) => /^(warn|error):/.test(line));
  const telling = [/not fully supported/, /has no example/, /processing error/].flatMap(
    (what) => lines.find((line) => what.test(line))?.replaceAll(join(root, '/'), '') ?? [],
  );
  return { version, command: 'dredd dist/openapi.yaml <url> --names', messages: telling };
}
