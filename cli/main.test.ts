import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { suiteVersion } from '../conformance/suite/version.js';
import manifest from '../package.json' with { type: 'json' };
import { document } from '../src/generated/document.js';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const runWith = (env: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: { ...process.env, ...env } });
const run = (...args: string[]) => runWith({}, ...args);

test.each([
  [['verfy'], "cost-contract: Unknown command 'verfy'. Did you mean 'verify'?"],
  [['weather'], "cost-contract: Unknown command 'weather'."],
  [['help', 'verfy'], "cost-contract: Unknown command 'verfy'. Did you mean 'verify'?"],
  [['verfy', '--help'], "cost-contract: Unknown command 'verfy'. Did you mean 'verify'?"],
  [['verify', '--reportr', 'json'], "cost-contract: Unknown option '--reportr'. Did you mean '--reporter'?"],
  [['verify', '--loud'], "cost-contract: Unknown option '--loud'."],
  [['mock', '--control-tokn=secret'], "cost-contract: Unknown option '--control-tokn'."],
  [['verify', '--api-key'], "cost-contract: Option '--api-key <key>' argument missing."],
  [['mock', 'extra'], "cost-contract: Too many arguments for 'mock'. Expected 0 arguments but got 1."],
  [
    ['mock', '--data', 'a.csv', 'b.csv'],
    "cost-contract: Too many arguments for 'mock'. Expected 0 arguments but got 1. Quote a glob, or repeat --data for each path.",
  ],
])('rejects %j with exit code 2 and a suggestion', (args, message) => {
  const { status, stdout, stderr } = run(...args);
  expect(stderr.split('\n')[0]).toBe(message);
  expect(stderr).toContain('--help');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test('prints the help and exits with 2 without a command', () => {
  const { status, stdout, stderr } = run();
  expect(stderr).toContain('verify         verify that a server conforms to the contract');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test.each(['--help', '-h', 'help'])('%s prints the help', (option) => {
  const { status, stdout, stderr } = run(option);
  expect(stdout).toMatch(/^Usage: npx cloud-cost-contract <command> \[options\]/);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.each(['verify', 'compare', 'proxy', 'check-traffic'])(
  'lists the exit codes in the help of %s',
  (name) => {
    expect(run(name, '--help').stdout).toMatch(/Exit codes:\n {2}0 {2}\S.*\n {2}1 {2}\S/);
  },
);

test.each(['mock', 'verify', 'compare', 'check-traffic', 'proxy', 'checks', 'spec'])(
  'prints the options of %s',
  (name) => {
    const { status, stdout } = run(name, '--help');
    expect(stdout).toMatch(new RegExp(`^Usage: npx cloud-cost-contract ${name} `));
    expect(status).toBe(0);
    expect(run('help', name)).toMatchObject({ status: 0, stdout });
  },
);

test.each([
  ...['', 'mock', 'verify', 'verify all', 'compare', 'check-traffic', 'proxy', 'checks', 'spec'],
  ...['data', 'data sql', 'data export'],
])('the help of "%s" names commands as npx finds them', (name) => {
  const { stdout } = run('help', ...name.split(' ').filter(Boolean));
  const commands = stdout.match(/(?:npx )?[\w-]*cost-contract (?=[a-z<])/g) ?? [];
  expect(new Set(commands)).toEqual(new Set(['npx cloud-cost-contract ']));
});

test('the help of verify has ten options and 40 lines, and all with --help all', () => {
  const optionsIn = (text: string) => text.match(/^ {2}--[a-z-]+/gm) ?? [];
  const { status, stdout } = run('verify', '--help');
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  expect(optionsIn(stdout)).toHaveLength(10);
  expect(stdout).toContain("Run 'npx cloud-cost-contract verify --help all' for all options.");
  const all = run('verify', '--help', 'all');
  expect(optionsIn(all.stdout).length).toBeGreaterThan(30);
  expect(all.stdout).not.toContain('--help all');
  expect([status, all.status, run('help', 'verify', 'all').stdout]).toEqual([0, 0, all.stdout]);
});

test('an option that the short help does not list is suggested', () => {
  expect(run('verify', '--fixture').stderr).toContain("Did you mean '--fixtures'?");
});

test.each(['--version', '-v'])('prints the versions of package, contract and suite for %s', (option) => {
  const { status, stdout, stderr } = run(option);
  expect(stdout).toBe(
    `cost-contract ${manifest.version}, contract ${document.info.version}, suite ${suiteVersion}\n`,
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('styles output that is not a terminal only with FORCE_COLOR', () => {
  const bold = '\u001b[1mUsage:';
  expect(runWith({ FORCE_COLOR: '1' }, '--help').stdout).toContain(bold);
  expect(runWith({ NO_COLOR: '1' }, '--help').stdout).not.toContain('\u001b');
});

test('reports an internal error with exit code 2 and without a stack trace', () => {
  const bug = 'data:text/javascript,setTimeout(()=>{odd()},500)';
  const { status, stderr } = runWith({ NODE_OPTIONS: `--import=${bug}` }, 'mock', '--port', '0');
  expect(stderr).toContain('cost-contract: internal error: ReferenceError: odd is not defined\n');
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(status).toBe(2);
});
