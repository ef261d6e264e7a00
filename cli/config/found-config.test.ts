import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIndependentServer } from '../../tests/independent/typescript/independent-server.js';
import { runCli } from '../../tests/support/command/cli.js';
import { serving } from '../../tests/support/serving.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';

const keys = ['one_test_caller', 'one_test_second_caller'];
const secret = 'secret-of-another-program';

/** The working directory, and a folder beside it. */
let folder: string;
let outside: string;
beforeEach(() => {
  const parent = temporaryFolder('found-config');
  folder = join(parent, 'work');
  outside = join(parent, 'outside');
  mkdirSync(folder);
  mkdirSync(outside);
});

function found(settings: object): void {
  writeFileSync(join(folder, 'cost-contract.config.yaml'), JSON.stringify(settings));
}

const cli = (...args: string[]) =>
  runCli(args, {
    prepare: `cd '${folder}' && exec PROGRAM`,
    env: { COST_CONTRACT_API_KEYS: keys.join(','), NPM_TOKEN: secret },
  });

/** A server that records what it receives. */
async function recording(): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const url = await serving((request) => {
    received.push(JSON.stringify(request));
    return { status: 200, headers: {}, body: '{}' };
  });
  return { url, received };
}

describe('a configuration file that was not requested', () => {
  it('sets what changes only the result, and is printed', async () => {
    const url = await serving(createIndependentServer({ keys }));
    found({
      ...{ profile: 'strict', bail: 3, timeout: 5, only: ['providers.*'], scope: { tags: ['providers'] } },
      ...{ allowWrites: false, waivers: 'waivers.yaml', reporters: ['json=reports/report.json'] },
    });
    writeFileSync(join(folder, 'waivers.yaml'), '[]');
    const { code, stderr } = await cli('verify', url);
    expect(stderr).toContain(
      'Settings from cost-contract.config.yaml: profile, bail, only, timeout, allowWrites, scope, waivers, reporters.\n',
    );
    expect(stderr).not.toContain('may not');
    expect([code, existsSync(join(folder, 'reports/report.json'))]).toEqual([expect.toBeOneOf([0, 1]), true]);
  });

  it('sends no key to a server that it names', async () => {
    const { url, received } = await recording();
    found({ url });
    const { code, stderr } = await cli('verify');
    expect([code, received]).toEqual([2, []]);
    expect(stderr).toBe(
      "cost-contract verify: cost-contract.config.yaml sets url. A file that is only found in the working directory may not send API keys or requests to other servers, and may not use files outside this folder or hidden ones, or a glob of data. If you trust it, run: npx cloud-cost-contract verify --config cost-contract.config.yaml\nRun 'npx cloud-cost-contract verify --help' for usage.\n",
    );
    expect((await cli('verify', '--config', 'cost-contract.config.yaml')).stderr).not.toContain('may not');
    expect(received).not.toEqual([]);
  });

  it('sends no environment variable to any server, also if it is requested', async () => {
    const { url, received } = await recording();
    found({ apiKeysFrom: ['NPM_TOKEN'] });
    for (const requested of [[], ['--config', 'cost-contract.config.yaml']]) {
      const { code, stderr } = await cli('verify', url, ...requested);
      expect([code, stderr]).toEqual([2, expect.stringContaining('does not start with COST_CONTRACT_')]);
    }
    found({ apiKeysFrom: ['COST_CONTRACT_API_KEYS'] });
    expect((await cli('verify', url)).stderr).toContain('config.yaml sets apiKeysFrom.');
    expect(received).toEqual([]);
  });

  it.each([
    ['allowWrites', { allowWrites: true }],
    ['allowRateLimit', { allowRateLimit: true }],
    ['receiver', { receiver: { url: 'http://evil.example' } }],
    ['fixtures', { fixtures: 'http://127.0.0.1:2/fixtures.json' }],
    ['fixtures', { fixtures: '../outside/fixtures.json' }],
    ['waivers', { waivers: '../outside/waivers.yaml' }],
    ['waivers', { waivers: '/etc/hostname' }],
    ['waivers', { waivers: '.git/config' }],
    ['waivers', { waivers: 'link' }],
    ['data', { data: '../outside' }],
    ['data', { data: ['bill', 'link'] }],
    ['data', { data: 'bill/*.csv' }],
    ['data', { data: 'linked-bill' }],
    ['reporters', { reporters: ['pretty', 'json=../outside/report.json'] }],
    ['reporters', { reporters: ['json=/tmp/cost-contract-never-written.json'] }],
    ['reporters', { reporters: ['html=link/report.html'] }],
    ['reporters', { reporters: ['html=dangling'] }],
    ['reporters', { reporters: ['html=.git/hooks/pre-commit'] }],
    ['reporters', { reporters: ['html=reports/../../outside/x.html'] }],
  ])('may not set %s to %j', async (name, settings) => {
    mkdirSync(join(folder, 'bill'));
    mkdirSync(join(folder, 'linked-bill'));
    writeFileSync(join(outside, 'costs.csv'), 'a,b\n');
    writeFileSync(join(folder, 'bill/costs.csv'), 'a,b\n');
    symlinkSync(join(outside, 'costs.csv'), join(folder, 'linked-bill/costs.csv'));
    symlinkSync(outside, join(folder, 'link'));
    symlinkSync(join(outside, 'new.html'), join(folder, 'dangling'));
    found(settings);
    const { code, stderr } = await cli('verify', 'http://127.0.0.1:1');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`cost-contract.config.yaml sets ${name}. A file that is only found`),
    ]);
    expect(stderr).toContain(
      'run: npx cloud-cost-contract verify http://127.0.0.1:1 --config cost-contract.config.yaml',
    );
  });

  it('may name a path through a file, which does not exist', async () => {
    writeFileSync(join(folder, 'costs.csv'), 'a,b\n');
    found({ waivers: 'costs.csv/x' });
    const { code, stderr } = await cli('verify', 'http://127.0.0.1:1');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Cannot read the waivers. costs.csv/x: ENOTDIR'),
    ]);
  });

  it('may be a link only to a file in the folder, so that messages contain no text of others', async () => {
    writeFileSync(join(outside, 'secrets'), `${secret}: 1`);
    symlinkSync(join(outside, 'secrets'), join(folder, 'cost-contract.config.yaml'));
    const { code, stderr } = await cli('verify', 'http://127.0.0.1:1');
    expect([code, stderr]).toEqual([2, expect.stringContaining('is a link to a file outside this folder')]);
    expect(stderr).not.toContain(secret);
  });

  it('names no fixtures that make verify write to another server', async () => {
    const other = await recording();
    const url = await serving(createIndependentServer({ keys }));
    writeFileSync(join(folder, 'fixtures.json'), JSON.stringify({ events_url: `${other.url}/write` }));
    found({ fixtures: 'fixtures.json', only: ['deliveries.*'] });
    const { code, stderr } = await cli('verify', url);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('If you trust the file, add --fixtures fixtures.json'),
    ]);
    expect(other.received).toEqual([]);
  });

  it('refuses no setting that the command line overrides or the command does not use', async () => {
    found({
      url: 'http://127.0.0.1:1',
      allowWrites: true,
      waivers: '../outside/x',
      fixtures: '../outside/x',
    });
    writeFileSync(join(folder, 'none.yaml'), '[]');
    const { stderr } = await cli('check-traffic', 'none.har', '--waivers', 'none.yaml');
    expect(stderr).toContain('none.har does not exist');
    expect(stderr).toContain(
      'Settings from cost-contract.config.yaml: none, since this command does not use them or its options replace them.\n',
    );
  });

  it('is not read with --no-config', async () => {
    found({ url: 'http://127.0.0.1:1' });
    const { stderr } = await cli('verify', 'http://127.0.0.1:1', '--no-config');
    expect(stderr).not.toContain('cost-contract.config.yaml');
    expect(readFileSync(join(folder, 'cost-contract.config.yaml'), 'utf8')).toContain('url');
  });
});
