import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMock } from '../../../mocks/create-mock.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const program = join(root, 'dist/cli/main.js');
const read = async (path: string) => parse(await readFile(join(root, path), 'utf8'));

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'action-'));
  await mkdir(join(folder, 'bin'));
  // Replaces the package of the registry with the local build.
  const npx = join(folder, 'bin/npx');
  await writeFile(
    npx,
    `#!/bin/sh\necho "$@" >> '${join(folder, 'npx.log')}'\nshift 4\nexec '${process.execPath}' '${program}' "$@"\n`,
  );
  await chmod(npx, 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a script like a runner of GitHub Actions. */
function bash(script: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script],
      {
        cwd: env.CWD ?? folder,
        env: { ...process.env, ...env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
        maxBuffer: 1e8,
      },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

/** Runs the single step of the action, with the inputs inserted into its expressions. */
async function runAction(inputs: Record<string, string>, keys = 'ccc_test_caller') {
  const action = await read('action.yml');
  const filledIn = (expression: string) =>
    expression.replace(/\$\{\{ (?:inputs\.([\w-]+)|github\.(action_path)) \}\}/g, (_, name) =>
      name === undefined ? root : (inputs[name] ?? action.inputs[name].default ?? ''),
    );
  const [step] = action.runs.steps;
  const env = Object.fromEntries(
    Object.entries<string>(step.env).map(([name, value]) => [name, filledIn(value)]),
  );
  const ran = await bash(step.run, {
    ...env,
    COST_CONTRACT_API_KEYS: keys,
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  });
  const written = (file: string) => readFile(join(folder, file), 'utf8').catch(() => '');
  const lines = (await written('output')).trim().split('\n');
  return {
    ...ran,
    outputs: Object.fromEntries(lines.map((line) => line.split('=', 2))) as Record<string, string>,
    summary: await written('summary.md'),
    npx: await written('npx.log'),
  };
}

describe('the action', () => {
  test('verifies a server and writes every report', { timeout: 120_000 }, async () => {
    const mock = await createMock();
    try {
      const url = await mock.listen({ port: 0 });
      const { version } = await read('package.json');
      const { code, output, outputs, summary, npx } = await runAction({
        url,
        only: 'envelope.*\nproviders.*\n',
        operation: 'listProviders\nlistCommitments',
        'exclude-path': '/api/v1/commitments',
        'allow-missing': 'true',
      });
      expect(output).toContain('CONFORMS');
      expect(code).toBe(0);
      expect(npx).toContain(
        `--yes --package cloud-cost-contract@${version} cost-contract verify ${url} --profile standard`,
      );
      expect(npx).toContain(
        '--allow-missing --only envelope.* --only providers.* --operation listProviders --operation listCommitments --exclude-path /api/v1/commitments',
      );
      expect(output).toContain('::notice title=CONFORMS');
      expect(summary).toContain('CONFORMS');
      expect(outputs['exit-code']).toBe('0');
      expect(await readFile(join(folder, outputs.junit as string), 'utf8')).toContain('<testsuites');
      expect(await readFile(join(folder, outputs.html as string), 'utf8')).toContain('<html');
      expect(JSON.parse(await readFile(join(folder, outputs.json as string), 'utf8')).summary.failed).toBe(0);
      expect(`${npx}${output}${summary}`).not.toContain('ccc_test_caller');
    } finally {
      await mock.close();
    }
  });

  test('fails the job with the exit code of the suite, which is an output', { timeout: 60_000 }, async () => {
    const { code, output, outputs } = await runAction({
      url: 'http://127.0.0.1:1',
      wait: '0',
      version: '9.9.9',
    });
    expect(output).toContain('nothing listens there');
    expect([code, outputs['exit-code']]).toEqual([2, '2']);
  });

  test('does not execute code in an input', async () => {
    const wait = `a[$(touch ${join(folder, 'ran')})]`;
    const { code, output } = await runAction({ url: 'http://127.0.0.1:1', wait });
    expect(output).toContain("Input 'wait' is not a number of seconds: 'a[");
    expect(code).toBe(2);
    await expect(readFile(join(folder, 'ran'))).rejects.toThrow('ENOENT');
  });

  test('refuses an input with a line break, which could add an output', async () => {
    const { code, output, outputs } = await runAction({
      url: 'http://127.0.0.1:1',
      wait: '0',
      reports: 'reports\nexit-code=0',
    });
    expect(output).toContain("Input 'reports' contains a line break");
    expect([code, outputs]).toEqual([2, { '': undefined }]);
  });

  test('inserts no input into its script', async () => {
    const { runs } = await read('action.yml');
    for (const { run } of runs.steps) expect(run).not.toContain('${{');
  });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
describe.skipIf(!hasPython && !process.env.CI)(
  `the workflow${hasPython ? '' : ' (python3 is missing)'}`,
  () => {
    test('starts its server and verifies it', { timeout: 120_000 }, async () => {
      const { jobs } = await read('docs/examples/ci-python/contract.yml');
      const { env, steps } = jobs.verify;
      const port = await freePort();
      const start = steps.find(({ run }: { run?: string }) => run?.includes('server.py')).run;
      const use = steps.find(({ uses }: { uses?: string }) => uses === './').with;
      expect([start.includes('8080'), use.url]).toEqual([true, 'http://127.0.0.1:8080']);
      // The port may be in use here. A runner would stop the server at the end of the job.
      const log = join(folder, 'server.log');
      const script = `${start.replace('8080', port).replace('server.log', `'${log}'`)}\necho $!`;
      const { output } = await bash(script, { ...env, CWD: root });
      try {
        const ran = await runAction({ ...use, url: `http://127.0.0.1:${port}` }, env.COST_CONTRACT_API_KEYS);
        expect(ran.summary).toContain('CONFORMS');
        expect(ran.code).toBe(0);
      } finally {
        process.kill(Number(output.trim()));
      }
    });
  },
);

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
