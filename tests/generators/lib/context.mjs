// @ts-check
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';

const here = join(root, 'tests/generators');
const work = join(root, '.generators');
const venv = join(work, 'venv');
const path = [
  join(venv, 'bin'),
  join(here, 'node_modules/.bin'),
  join(root, 'node_modules/.bin'),
  process.env.PATH,
].join(delimiter);

/** Installs the tools of npm and Python, unless this was done before with the same versions. */
export async function installTools() {
  mkdirSync(work, { recursive: true });
  await once('npm', join(here, 'package.json'), async () => {
    await exec('npm', [
      'install',
      '--prefix',
      here,
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
  });
  await once('python', join(here, 'requirements.txt'), async () => {
    await exec('python3', ['-m', 'venv', '--clear', venv]);
    await exec('pip', ['install', '--quiet', '--requirement', join(here, 'requirements.txt')]);
  });
}

/**
 * @param {import('./tool.mjs').Tool} tool
 * @param {{ url: string, apiKey: string }} mock
 * @returns {import('./tool.mjs').Context}
 */
export function contextOf({ name, document }, { url, apiKey }) {
  const folder = join(work, name.replaceAll(/\W+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return {
    folder,
    document: join(root, 'dist', document === '3.0' ? 'openapi-3.0.json' : 'openapi.json'),
    url,
    apiKey,
    exec: (command, args, options) =>
      exec(command, args, {
        cwd: folder,
        ...options,
        env: { ...options?.env, BASE_URL: url, API_KEY: apiKey },
      }),
    async copyProgram(program) {
      const copy = join(folder, 'program');
      cpSync(join(here, 'programs', program), copy, { recursive: true });
      return copy;
    },
  };
}

/**
 * @param {string} name
 * @param {string} file the step is repeated when this file changes
 * @param {() => Promise<void>} step
 */
async function once(name, file, step) {
  const stamp = join(work, `${name}.stamp`);
  const text = await readFile(file, 'utf8');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === text) return;
  console.error(`installing the ${name} tools`);
  await step();
  writeFileSync(stamp, text);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 * @returns {Promise<string>} standard output and standard error
 */
function exec(command, args, { cwd = work, env = {} } = {}) {
  const options = { cwd, env: { ...process.env, PATH: path, ...env }, timeout: 1_800_000, maxBuffer: 1e9 };
  return new Promise((resolve, reject) => {
    execFile(command, [...args], options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`;
      if (error)
        reject(new Error(`${command} ${args.join(' ')}: ${output.trim().slice(-3000) || error.message}`));
      else resolve(output);
    });
  });
}
