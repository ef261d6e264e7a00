import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { suiteVersion } from '../conformance/version.js';
import manifest from '../package.json' with { type: 'json' };
import { document } from '../src/generated/document.js';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
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
  expect(run('help', name)).toMatchObject({ status: 0, stdout });
});

test.each(['--version', '-v'])('%s tells the versions of package, contract and suite', (option) => {
  const { status, stdout, stderr } = run(option);
  expect(stdout).toBe(
    `cost-contract ${manifest.version}, contract ${document.info.version}, suite ${suiteVersion}\n`,
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
