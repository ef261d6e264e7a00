import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  folder,
  program,
  read,
  replaceNpm,
  replaceProgram,
  root,
  runAction,
} from '../../../tests/support/command/run-action.js';
import { aFailure, aReport, aResult } from '../../../tests/support/engine/report-fixture.js';
import { servedMock, testMock } from '../../../tests/support/mock/test-mock.js';
import { mockHandler } from '../../../tests/support/mock-handler.js';
import { serving } from '../../../tests/support/serving.js';

/** Inputs of a run that does not wait, where no server listens. */
const unreachable = { url: 'http://127.0.0.1:1', wait: '0' };

describe('the action', () => {
  test('verifies a server and writes every report', { timeout: 120_000 }, async () => {
    const { url } = await servedMock();
    const { version } = await read('package.json');
    const { code, output, outputs, summary, npm, verify } = await runAction({
      url,
      only: 'envelope.*\nproviders.*\n',
      operation: 'listProviders\nlistCommitments',
      'exclude-path': '/api/v1/commitments',
      'allow-missing': 'true',
    });
    expect(output).toContain('CONFORMS');
    expect(code).toBe(0);
    expect(npm).toContain(`install --ignore-scripts --no-audit --no-fund cloud-cost-contract@${version}\n`);
    // An .npmrc or a node_modules of a pull request must have no effect.
    expect(npm.startsWith(`${folder}:`)).toBe(false);
    expect(verify).toContain(`verify ${url} --profile standard`);
    expect(verify).toContain(
      '--allow-missing --only envelope.* --only providers.* --operation listProviders --operation listCommitments --exclude-path /api/v1/commitments',
    );
    expect(output).toContain('::notice title=CONFORMS');
    expect(summary).toContain('CONFORMS');
    expect([outputs['exit-code'], outputs.result]).toEqual(['0', 'conforms']);
    expect(output).not.toContain('::error');
    expect(await readFile(join(folder, outputs.junit as string), 'utf8')).toContain('<testsuites');
    expect(await readFile(join(folder, outputs.html as string), 'utf8')).toContain('<html');
    expect(JSON.parse(await readFile(join(folder, outputs.json as string), 'utf8')).summary.failed).toBe(0);
    expect(`${verify}${npm}${output}${summary}`).not.toContain('ccc_test_caller');
  });

  test('says that the server violates the contract', { timeout: 120_000 }, async () => {
    const handler = mockHandler(await testMock());
    const url = await serving(async (request) => {
      const response = await handler(request);
      return { ...response, body: response.body.replace('"success":true', '"success":"yes"') };
    });
    const { code, output, outputs } = await runAction({
      url,
      only: 'envelope.*',
      operation: 'listProviders',
    });
    expect([code, outputs['exit-code'], outputs.result]).toEqual([1, '1', 'violates']);
    expect(output).toMatch(/^::error title=envelope\./m);
    expect(output).toContain('::error title=Violates the contract::');
    expect(output).not.toContain('Could not start');
  });

  test('adds what changed since a baseline to the summary, which changes no result', async () => {
    const report = JSON.stringify(aReport([aResult()]));
    await writeFile(join(folder, 'old.json'), report);
    await mkdir(join(folder, 'cost-contract-reports'));
    const newReport = JSON.stringify(JSON.stringify(aReport([aFailure])));
    await replaceProgram(`import { writeFileSync } from 'node:fs';
if (process.argv[2] === 'compare') await import('${program}');
else writeFileSync('cost-contract-reports/report.json', ${newReport});`);
    const { code, summary } = await runAction({ ...unreachable, baseline: 'old.json' });
    expect([code, summary]).toEqual([0, expect.stringMatching(/^## ❌ BROKEN: 1 new failure/)]);
    const missing = await runAction({ ...unreachable, baseline: 'none.json' });
    expect([missing.code, missing.output]).toEqual([0, expect.stringContaining('none.json does not exist')]);
  });

  test('says that the suite could not start, and why', async () => {
    const { code, output, outputs } = await runAction({ ...unreachable, version: '9.9.9' });
    expect([code, outputs['exit-code'], outputs.result]).toEqual([2, '2', 'could-not-start']);
    expect(output).toMatch(
      /^::error title=Could not start::The server was not verified\. .*nothing listens there/m,
    );
    expect(output).not.toContain('Violates');
  });

  test('says that the suite could not start if npm cannot install it', async () => {
    await replaceNpm("echo 'npm error code E404' >&2\nexit 1");
    const { code, output, outputs } = await runAction(unreachable);
    expect([code, outputs['exit-code'], outputs.result]).toEqual([2, '2', 'could-not-start']);
    expect(output).toContain(
      '::error title=Could not start::The server was not verified. npm error code E404\n',
    );
  });

  test('says that a run is incomplete', async () => {
    await replaceProgram(`import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('cost-contract-reports');
writeFileSync('cost-contract-reports/report.json', '{}');
process.exit(3);`);
    const { code, output, outputs } = await runAction(unreachable);
    expect([code, outputs['exit-code'], outputs.result]).toEqual([3, '3', 'incomplete']);
    expect(output).toContain('::error title=Incomplete::');
  });

  test('does not use the report of an earlier run', async () => {
    await mkdir(join(folder, 'cost-contract-reports'));
    await writeFile(join(folder, 'cost-contract-reports/report.json'), '{}');
    await replaceProgram('process.exit(1);');
    expect(await runAction(unreachable)).toMatchObject({ code: 2 });
  });

  test('sets up a version of Node that the package supports, by a pinned action', async () => {
    const { runs, inputs } = await read('action.yml');
    const [setup] = runs.steps;
    const workflow = await readFile(join(root, '.github/workflows/release.yml'), 'utf8');
    expect(workflow).toContain(`uses: ${setup.uses} # v`);
    expect(setup.if).toBe("inputs.node-version != ''");
    expect(setup.with['node-version']).toMatch(/^\$\{\{ inputs\.node-version \}\}$/);
    expect(Number(inputs['node-version'].default)).toBeGreaterThanOrEqual(22);
  });

  test('does not execute code in an input', async () => {
    const wait = `a[$(touch ${join(folder, 'ran')})]`;
    const { code, output } = await runAction({ ...unreachable, wait });
    expect(output).toContain("Input 'wait' is not a number of seconds: 'a[");
    expect(code).toBe(2);
    await expect(readFile(join(folder, 'ran'))).rejects.toThrow('ENOENT');
  });

  test('refuses an input with a line break, which could add an output', async () => {
    const { code, output, outputs } = await runAction({ ...unreachable, reports: 'reports\nexit-code=0' });
    expect(output).toContain("Input 'reports' contains a line break");
    expect([code, outputs['exit-code']]).toEqual([2, '2']);
  });

  test('waits for as many seconds as a number with a leading zero says', async () => {
    let requests = 0;
    const url = await serving(() => {
      requests += 1;
      return { status: requests === 1 ? 503 : 200, headers: {}, body: '' };
    });
    const { output } = await runAction({ url, wait: '08', only: 'providers.*' });
    expect(output).toContain(`Waiting up to 8 s for ${url}: it returns 503.`);
    expect(output).toContain(`The server at ${url} is not this API`);
  });

  test('says that the server was not ready in time', async () => {
    const url = await serving(() => ({ status: 503, headers: {}, body: '' }));
    const { output, outputs } = await runAction({ url, wait: '1' });
    expect([outputs['exit-code'], outputs.result]).toEqual(['2', 'could-not-start']);
    expect(output).toMatch(/::error title=Could not start::.* is not ready after 1 s: it returns 503\./);
  });

  test('requests a configuration file only if an input names it', async () => {
    await writeFile(join(folder, 'cost-contract.config.yaml'), 'allowWrites: true');
    const { output } = await runAction(unreachable);
    expect(output).toContain('cost-contract.config.yaml sets allowWrites.');
    const requested = await runAction({ ...unreachable, config: 'cost-contract.config.yaml' });
    expect(requested.output).toContain('Settings from cost-contract.config.yaml: allowWrites.');
  });

  test('inserts no input into its script', async () => {
    const { runs } = await read('action.yml');
    for (const { run = '' } of runs.steps) expect(run).not.toContain('${{');
  });
});
