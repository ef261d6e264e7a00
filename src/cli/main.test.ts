import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const run = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

test.each([
  [['verfy'], 'cost-contract: there is no command verfy; is it verify?'],
  [['weather'], 'cost-contract: there is no command weather.'],
  [['verify', '--reportr', 'json'], 'cost-contract verify: there is no option --reportr; is it --reporter?'],
  [['verify', '--loud'], 'cost-contract verify: there is no option --loud.'],
  [['verify', '--api-key'], "cost-contract verify: Option '--api-key <value>' argument missing"],
])('%j ends with 2 and says what may have been meant', (args, words) => {
  const { status, stdout, stderr } = run(...args);
  expect(stderr.split('\n')[0]).toBe(words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test.each(['mock', 'verify', 'check-traffic', 'proxy', 'checks', 'spec'])('%s tells its options', (name) => {
  const { status, stdout } = run(name, '--help');
  expect(stdout).toMatch(new RegExp(`^Usage: cost-contract ${name} `));
  expect(status).toBe(0);
});
