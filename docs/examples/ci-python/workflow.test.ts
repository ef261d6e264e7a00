import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fastApi } from '../../../tests/independent/fastapi-server.js';
import { bash, folder, read, root, runAction } from '../../../tests/support/command/run-action.js';
import { freePort } from '../../../tests/support/free-port.js';

const missing = fastApi.missing();
describe.skipIf(missing && !process.env.CI)(`the workflow${missing ? ` (${missing})` : ''}`, () => {
  test('starts its server and verifies it', { timeout: 240_000 }, async () => {
    const { jobs } = await read('docs/examples/ci-python/contract.yml');
    const { env, steps } = jobs.verify;
    const port = String(await freePort());
    const start = steps.find(({ run }: { run?: string }) => run?.includes('main.py')).run;
    const use = steps.find(({ uses }: { uses?: string }) => uses === './').with;
    expect([start.includes('8080'), use.url]).toEqual([true, 'http://127.0.0.1:8080']);
    // The port may be in use here. A runner would stop the server at the end of the job.
    const log = join(folder, 'server.log');
    const script = `${start.replace('8080', port).replace('server.log', `'${log}'`)}\necho $!`;
    const { output } = await bash(script, { ...env, ...fastApi.install(), CWD: root });
    onTestFinished(() => void process.kill(Number(output.trim())));
    const ran = await runAction({ ...use, url: `http://127.0.0.1:${port}` }, env.COST_CONTRACT_API_KEYS);
    expect(ran.summary).toContain('CONFORMS');
    expect(ran.code).toBe(0);
  });
});
