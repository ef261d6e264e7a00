import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type { RequestEvent } from '../mocks/index.js';
import { servedMock } from '../tests/support/mock/test-mock.js';
import { temporaryFolder } from '../tests/support/temporary-folder.js';
import { operations } from './.vitepress/pages/document.js';
import { ids } from './.vitepress/pages/mock.js';
import { tryItOf } from './.vitepress/pages/try-it.js';
import { callOf, type Field } from './.vitepress/theme/call.js';
import { samplesOf } from './.vitepress/theme/samples/index.js';
import { goMissing } from './testing/programs.js';
import { PythonPackages, pythonMissing } from './testing/python.js';
import { typeErrors } from './testing/type-errors.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const run = promisify(execFile);
const mockUrl = 'http://127.0.0.1:4010';
const key = 'ccc_test_caller';

/** The samples of an operation's page as it is first shown, with another URL. */
function samplesFor(operation: (typeof operations)[number], baseUrl: string): Map<string, string> {
  const { id, method, path, controls, bodies, idempotencyKey } = tryItOf(operation, ids(operation.id));
  const fields: Field[] = controls.map((one) => ({ ...one, values: [one.initial].filter(Boolean) }));
  const body = bodies[0]?.text ?? null;
  const call = callOf(method, path, fields, body);
  const samples = samplesOf({ operationId: id, call, fields, body, baseUrl, key, idempotencyKey });
  return new Map(samples.map(({ title, code }) => [title, code]));
}

const programsIn = (language: string, baseUrl: string) =>
  operations.map((operation) => ({
    id: operation.id,
    code: samplesFor(operation, baseUrl).get(language) ?? '',
  }));

const folder = temporaryFolder('samples');

/** Runs the samples against a new mock. @returns the requests it received */
async function requestsOf(
  language: string,
  runAll: (programs: { id: string; code: string }[]) => Promise<unknown>,
) {
  const requests: RequestEvent[] = [];
  const { url } = await servedMock({ keys: [key], onRequest: (event) => requests.push(event) });
  await runAll(programsIn(language, url));
  return requests;
}

/** Expects one successful request of each operation, with the same path and query as that of curl. */
function expectEveryOperation(requests: readonly RequestEvent[]) {
  const failed = requests.filter(({ status }) => status >= 300);
  expect(failed.map(({ operation, status, reason }) => `${operation}: ${status} ${reason}`)).toEqual([]);
  expect(requests.map(({ method, target }) => `${method} ${target}`)).toEqual(
    programsIn('curl', '').map(({ code }) => {
      const [, method = 'GET', target] = /^curl (?:-X (\w+) )?'([^']+)'/.exec(code) ?? [];
      return `${method} ${target}`;
    }),
  );
}

it('the command of every operation succeeds with curl', { timeout: 120_000 }, async () => {
  const requests = await requestsOf('curl', (programs) => {
    const commands = programs.map(({ code }) => `${code} --silent --fail`);
    return run('bash', ['-e', '-c', commands.join('\n')], { maxBuffer: 1e8 });
  });
  expectEveryOperation(requests);
  const writes = requests.filter(({ method }) => method === 'POST' || method === 'PUT');
  expect(writes.filter(({ headers }) => !headers['idempotency-key'])).toEqual([]);
});

it('the TypeScript program of every operation compiles and succeeds', { timeout: 120_000 }, async () => {
  const programs = programsIn('TypeScript', mockUrl);
  expect(typeErrors(new Map(programs.map(({ id, code }) => [`${root}docs/${id}.ts`, code])))).toEqual([]);
  const own = join(folder, 'typescript');
  mkdirSync(join(own, 'node_modules'), { recursive: true });
  symlinkSync(root, join(own, 'node_modules/cloud-cost-contract'));
  const requests = await requestsOf('TypeScript', (all) => {
    for (const { id, code } of all)
      writeFileSync(join(own, `${id}.mjs`), transformSync(code, { loader: 'ts' }).code);
    const main = all.map(({ id }) => `await import('./${id}.mjs');`).join('\n');
    writeFileSync(join(own, 'main.mjs'), main);
    return run(process.execPath, ['main.mjs'], { cwd: own, maxBuffer: 1e8 });
  });
  expectEveryOperation(requests);
});

describe.skipIf(pythonMissing)(`in Python${pythonMissing ? ` (${pythonMissing})` : ''}`, () => {
  it('the program of every operation succeeds', { timeout: 240_000 }, async () => {
    const packages = new PythonPackages(['requests==2.34.2']);
    const own = join(folder, 'python');
    mkdirSync(own);
    const requests = await requestsOf('Python', (programs) => {
      for (const { id, code } of programs) writeFileSync(join(own, `${id}.py`), code);
      const main = 'import runpy, sys\nfor program in sys.argv[1:]:\n    runpy.run_path(program)\n';
      writeFileSync(join(own, 'main.py'), main);
      const names = programs.map(({ id }) => `${id}.py`);
      const env = { ...process.env, ...packages.env };
      return run('python3', ['main.py', ...names], { cwd: own, env, maxBuffer: 1e8 });
    });
    expectEveryOperation(requests);
  });
});

describe.skipIf(goMissing)(`in Go${goMissing ? ` (${goMissing})` : ''}`, () => {
  it('the program of every operation is formatted, compiles and succeeds', { timeout: 300_000 }, async () => {
    const own = join(folder, 'go');
    mkdirSync(own);
    const requests = await requestsOf('Go', async (programs) => {
      for (const { id, code } of programs) {
        writeFileSync(join(own, `${id}.go`), `${code.replace('func main()', `func ${id}()`)}\n`);
      }
      const { stdout } = await run('gofmt', ['-l', '.'], { cwd: own });
      expect(stdout).toBe('');
      const calls = programs.map(({ id }) => `\t${id}()`).join('\n');
      writeFileSync(join(own, 'main.go'), `package main\n\nfunc main() {\n${calls}\n}\n`);
      writeFileSync(join(own, 'go.mod'), 'module samples\n\ngo 1.21\n');
      await run('go', ['vet', '.'], { cwd: own });
      return run('go', ['run', '.'], { cwd: own, maxBuffer: 1e8 });
    });
    expectEveryOperation(requests);
  });
});
