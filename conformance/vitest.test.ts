import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, expectTypeOf, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.js';
import { type ConformanceOptions, conformance } from './vitest.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const modules = join(root, 'node_modules');

const mock = `
  import { createMock } from 'cloud-cost-contract/mock';
  import { conformance } from 'cloud-cost-contract/vitest';
  const mock = await createMock({ rateLimit: 60_000 });
`;
const only = `only: ['providers.*', 'envelope.*', 'renewals.*']`;

/** A test file for each server. */
const files: Readonly<Record<string, string>> = {
  conforming: `${mock} conformance({ fetch: mock.fetch, ${only} });`,
  faulty: `${mock}
    const faulty = async (request) => {
      const response = await mock.fetch(request);
      if (!request.url.endsWith('/providers')) return response;
      return new Response((await response.text()).replace('"success":true', '"success":1'), response);
    };
    conformance({ name: 'our server', fetch: faulty, ${only} });`,
  unfinished: `${mock}
    const unfinished = (request) =>
      mock.fetch(request.url.endsWith('/forecast') ? new Request(request.url + '/missing', request) : request);
    const only = ['operations.*', 'fields.types-are-exact'];
    conformance({ name: 'scoped', fetch: unfinished, only, scope: { tags: ['providers'] } });
    conformance({ name: 'whole', fetch: unfinished, only, allowMissing: true });
    conformance({ name: 'finished', fetch: unfinished, only });`,
  parts: `import { createMock } from 'cloud-cost-contract/mock';
    import { conformance } from 'cloud-cost-contract/vitest';
    const mock = await createMock({ keys: ['one_test_key'], scenario: 'empty' });
    conformance({
      listen: async () => ({ url: await mock.listen({ port: 0 }), close: () => mock.close() }),
      apiKeys: ['one_test_key'],
      fixtures: {},
      only: ['commitments.ids-are-unique', 'audits.lines-add-up', 'providers.*'],
    });`,
  stale: `${mock}
    const waiver = { check: 'envelope.success-has-data', reason: 'fixed', expires: '2999-12-31' };
    conformance({ fetch: mock.fetch, only: ['envelope.success-has-data'], waivers: [
      { ...waiver, operations: ['listProviders'], fingerprint: 'fp-000000000001' },
      { ...waiver, operations: ['listCommitments'], fingerprint: 'fp-000000000002' },
    ] });`,
};

/** A project with the package installed as a dependency. */
let project = '';
let runs: Awaited<ReturnType<typeof runVitest>>;
beforeAll(async () => {
  project = temporaryFolder('vitest-binding');
  const installed = join(project, 'node_modules/cloud-cost-contract');
  await mkdir(installed, { recursive: true });
  await cp(join(root, 'dist'), join(installed, 'dist'), { recursive: true });
  await cp(join(root, 'package.json'), join(installed, 'package.json'));
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const name of ['vitest', ...Object.keys(dependencies)]) {
    const link = join(project, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(modules, name), link);
  }
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  for (const [name, code] of Object.entries(files)) await writeFile(join(project, `${name}.test.ts`), code);
  runs = await runVitest();
}, 240_000);

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { fullName: string; status: string; failureMessages: string[] }[];
}

/** Runs all files at once, since most of the time is that of starting Vitest. */
async function runVitest(): Promise<{ results: readonly FileResult[]; output: string }> {
  const json = join(project, 'results.json');
  const args = [join(modules, 'vitest/vitest.mjs'), 'run', '--root', project, '--maxWorkers=1'];
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${json}`],
    { env: { ...process.env, CI: '', NO_COLOR: '1' } },
  ).catch((error) => error);
  const { testResults } = JSON.parse(await readFile(json, 'utf8'));
  return { results: testResults, output: `${stdout}${stderr}` };
}

function resultOf(file: string) {
  const result = runs.results.find(({ name }) => name.endsWith(`/${file}.test.ts`));
  if (!result) throw new Error(`Vitest has not run ${file}.test.ts: ${runs.output}`);
  return { success: result.status === 'passed', tests: result.assertionResults };
}

test('a conforming server passes, with a test for each check in its area', () => {
  const { success, tests } = resultOf('conforming');
  expect(success).toBe(true);
  expect(tests.map(({ fullName }) => fullName)).toContain('contract envelope envelope.success-has-data');
  expect(new Set(tests.map(({ status }) => status))).toEqual(new Set(['passed']));
});

test('a violation fails its test with the expected value and a command that reproduces it', () => {
  const { success, tests } = resultOf('faulty');
  expect(success).toBe(false);
  const failed = tests.filter(({ status }) => status === 'failed');
  expect(failed.map(({ fullName }) => fullName)).toEqual(['our server envelope envelope.success-is-boolean']);
  expect(failed[0]?.failureMessages[0]).toContain('listProviders: `success` is not a boolean.');
  expect(failed[0]?.failureMessages[0]).toContain(
    '  expected  true or false\n  actual    1\n  reproduce curl -i',
  );
  expect(runs.output).not.toContain('ccc_test_caller');
});

test('an unfinished server passes with a scope or with allowMissing', () => {
  const { success, tests } = resultOf('unfinished');
  expect(success).toBe(false);
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  expect(failed).toEqual(['finished operations operations.all-are-implemented']);
});

test('skips checks that do not apply, fails blocked ones, and starts and closes a server', () => {
  const { success, tests } = resultOf('parts');
  expect(success).toBe(false);
  const statusOf = (id: string) => tests.find(({ fullName }) => fullName.endsWith(id))?.status;
  expect(statusOf('audits.lines-add-up')).toBe('failed');
  expect(
    tests.find(({ fullName }) => fullName.endsWith('audits.lines-add-up'))?.failureMessages[0],
  ).toContain('blocked: no operation lists audit ids: give audit_id with --fixtures');
  expect(statusOf('commitments.ids-are-unique')).toBe('skipped');
});

test('lists every stale waiver', () => {
  const { success, tests } = resultOf('stale');
  expect(success).toBe(false);
  const [failed, ...others] = tests.filter(({ status }) => status === 'failed');
  expect(others).toEqual([]);
  expect(failed?.fullName).toBe('contract no waiver is stale');
  expect(failed?.failureMessages[0]).toContain('fp-000000000001 of envelope.success-has-data is stale');
  expect(failed?.failureMessages[0]).toContain('fp-000000000002');
});

test('without vitest the error names the package to install', async () => {
  const folder = temporaryFolder('no-vitest');
  await cp(join(project, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules/vitest'),
    verbatimSymlinks: true,
  });
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', `await import('cloud-cost-contract/vitest')`],
    { cwd: folder },
  ).catch((error) => error);
  expect(stderr).toContain(
    'cloud-cost-contract/vitest needs vitest. Install it: npm install --save-dev vitest@4',
  );
});

test('the options accept exactly one server', () => {
  expectTypeOf<{ url: string }>().toExtend<ConformanceOptions>();
  expectTypeOf<{ fetch: typeof fetch; apiKeys: string[] }>().toExtend<ConformanceOptions>();
  expectTypeOf<{ apiKeys: string[] }>().not.toExtend<ConformanceOptions>();
  expectTypeOf<{ url: string; fetch: typeof fetch }>().not.toExtend<ConformanceOptions>();
  expectTypeOf(conformance).returns.toEqualTypeOf<void>();
});
