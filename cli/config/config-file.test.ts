import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIndependentServer } from '../../tests/independent/typescript/independent-server.js';
import { expectRefusal, runCommand } from '../../tests/support/command/command-io.js';
import { serving } from '../../tests/support/serving.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';

const keys = ['one_test_caller', 'one_test_second_caller'];
const env = { COST_CONTRACT_MY_KEYS: keys.join(','), MY_KEYS: keys.join(',') };

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('config');
});

async function configFile(settings: object | string, name = 'settings.yaml'): Promise<string> {
  const file = join(folder, name);
  // JSON is YAML too.
  await writeFile(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
  return file;
}

const verify = (...args: string[]) => runCommand(['verify', ...args], { env });

describe('a configuration file', () => {
  it('sets the URL, keys, scope, checks and reporters of verify', async () => {
    const url = await serving(createIndependentServer({ keys }));
    const file = await configFile({
      $schema: './node_modules/cloud-cost-contract/dist/config.schema.json',
      url,
      apiKeysFrom: ['COST_CONTRACT_MY_KEYS'],
      scope: {
        operations: ['listProviders', 'listCommitments'],
        exclude: { paths: ['/api/v1/commitments'] },
      },
      only: ['providers.*'],
      bail: 2,
      reporters: ['json=reports/report.json'],
    });
    const { code, stdout, stderr } = await verify('--config', file);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`Settings from ${file}: url, apiKeysFrom, bail, only, scope, reporters.\n`);
    const report = JSON.parse(await readFile(join(folder, 'reports/report.json'), 'utf8'));
    const results: { id: string; operation: string }[] = report.results;
    expect(new Set(results.map(({ id }) => id.split('.')[0]))).toEqual(new Set(['providers']));
    expect(new Set(results.map(({ operation }) => operation))).toEqual(new Set(['listProviders']));
    expect(report.requests.caller).toBeGreaterThan(0);
  });

  it('is overridden by options of the command line', async () => {
    const file = await configFile({
      url: 'http://127.0.0.1:1',
      reporters: ['html'],
      timeout: 5,
      only: ['none'],
    });
    const url = await serving(createIndependentServer({ keys }));
    const options = ['--only', 'providers.*', '--reporter', 'json', '--api-key', keys[0] as string];
    const { code, stdout } = await verify(url, '--config', file, ...options);
    expect([code, JSON.parse(stdout).target]).toEqual([0, url]);
  });

  it('does not override the variables of --api-keys-from, which may have any name', async () => {
    const url = await serving(createIndependentServer({ keys }));
    const file = await configFile({ url, apiKeysFrom: ['COST_CONTRACT_NONE'], only: ['providers.*'] });
    expect((await verify('--config', file)).code).toBe(2);
    expect((await verify('--config', file, '--api-keys-from', 'MY_KEYS')).code).toBe(0);
  });

  it('sets only the options that check-traffic supports', async () => {
    const file = await configFile({ url: 'http://127.0.0.1:1', profile: 'read-only', allowWrites: true });
    const args = ['check-traffic', join(folder, 'none.har'), '--config', file];
    expectRefusal(await runCommand(args), 'does not exist');
  });

  it.each([
    [
      'an unknown setting',
      'url: http://a\nprofle: strict',
      ":2: Unknown setting 'profle'. Did you mean 'profile'?",
    ],
    [
      'an unknown part of a setting',
      'scope:\n  tagz: [a]',
      ":2: Unknown setting 'tagz'. Did you mean 'tags'?",
    ],
    [
      'API keys',
      'apiKeys:\n  - geheim-geheim',
      ':2: API keys do not belong in this file. Put them into an environment',
    ],
    [
      'a variable that is not for keys',
      'timeout: 5\napiKeysFrom: [NPM_TOKEN]',
      ':2: apiKeysFrom.0 does not start with COST_CONTRACT_. Name other environment variables on the command line, with --api-keys-from.',
    ],
    ['another type', 'timeout: soon', ':1: timeout must be a number.'],
    ['another value', 'profile: lax', ':1: profile must be one of standard, strict, read-only.'],
    ['a list', '- url', ':1: The configuration must be an object.'],
    ['invalid YAML', 'url: [', ':1: Not valid YAML: '],
    ['aliases', 'only: &a [x]\nskip: *a', ': Aliases (*name) are not supported.'],
  ])('is rejected with %s', async (_, text, problem) => {
    const refused = await verify('--config', await configFile(text));
    expectRefusal(refused, `settings.yaml${problem}`);
    expect(refused.stderr).not.toMatch(/geheim|\n {4}at /);
  });

  it('is rejected with all problems, sorted by line', async () => {
    const file = await configFile('profle: x\ntimeout: -1\nreporters: [1]\n');
    const { stderr } = await verify('--config', file);
    expect(stderr.match(/yaml:(\d)/g)).toEqual(['yaml:1', 'yaml:2', 'yaml:3']);
  });

  it('is rejected with its name if it does not exist', async () => {
    expectRefusal(
      await verify('--config', join(folder, 'none.yaml')),
      /Cannot read the configuration\. File .*none\.yaml does not exist\./,
    );
  });
});
