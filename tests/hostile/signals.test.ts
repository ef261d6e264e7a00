import { expect, test } from 'vitest';
import { startCli } from '../support/command/cli.js';
import { env, withFixtures } from '../support/command/verify-servers.js';
import type { TestResponse } from '../support/serve.js';
import { serving } from '../support/serving.js';
import { providersResponse } from '../support/suite/har-fixture.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs verify on a server that creates one endpoint and does not respond to the next write. */
async function stuck({ removes }: { removes: boolean }) {
  const endpoints = new Set<string>();
  let isStuck = false;
  const url = await serving(async (request): Promise<TestResponse> => {
    const isBlocked =
      request.method === 'POST' ? endpoints.size > 0 : request.method === 'DELETE' && !removes;
    if (isBlocked) {
      isStuck = true;
      return new Promise(() => {});
    }
    const response = await withFixtures(request);
    if (response.status < 300 && request.method === 'POST') endpoints.add(JSON.parse(response.body).data.id);
    if (response.status < 300 && request.method === 'DELETE')
      endpoints.delete(decodeURIComponent(request.path.split('/').at(-1) ?? ''));
    return response;
  });
  const running = startCli(['verify', url, '--only', 'idempotency.*', '--timeout', '50'], { env });
  await expect.poll(() => isStuck && endpoints.size > 0).toBe(true);
  return { ...running, endpoints, url };
}

test.each(signals)(
  '%s removes the created endpoint and does not wait for a blocked write',
  async (signal) => {
    const { child, ended, endpoints } = await stuck({ removes: true });
    child.kill(signal);
    const { code, stdout, stderr } = await ended;
    expect([...endpoints]).toEqual([]);
    expect(stdout).toContain('The run was stopped before it finished.');
    expect(stderr).toBe('1 write got no response and may have created an endpoint.\n');
    expect(code).toBe(3);
  },
);

test('removes the created endpoint if one Ctrl-C arrives twice, as under npx', async () => {
  const { child, ended, endpoints } = await stuck({ removes: true });
  child.kill('SIGINT');
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 3, signal: null });
  expect([...endpoints]).toEqual([]);
});

const removalOf = (url: string, id: string | undefined) =>
  `curl -i -X DELETE -H "authorization: Bearer $COST_CONTRACT_API_KEY" '${url}/api/v1/webhooks/endpoints/${encodeURIComponent(id ?? '')}'\n`;

test('a stopped run exits and lists the endpoints that could not be removed', async () => {
  const { child, ended, endpoints, url } = await stuck({ removes: false });
  child.kill('SIGTERM');
  const { code, stderr } = await ended;
  const [id] = endpoints;
  expect(stderr).toContain('This run created 1 endpoint that it did not remove. To remove: curl ');
  expect(stderr).toContain(removalOf(url, id));
  expect(code).toBe(3);
});

test.each(signals)('lists the remaining endpoints on a second %s', async (signal) => {
  const { child, ended, endpoints, url } = await stuck({ removes: false });
  const timer = setInterval(() => child.kill(signal), 100);
  const { code, signal: by, stderr } = await ended.finally(() => clearInterval(timer));
  const [id] = endpoints;
  expect(stderr).toContain(removalOf(url, id));
  expect(stderr).toContain('The run was stopped before it reached a verdict.\n');
  expect({ code, by }).toEqual({ code: null, by: signal });
});

test.each(signals)('the proxy prints its report on %s', async (signal) => {
  const target = await serving(() => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...providersResponse, success: 'yes' }),
  }));
  const { child, ended, output } = startCli(['proxy', target, '--port', '0']);
  await expect.poll(() => output.stderr).toContain('Ctrl-C');
  await fetch(`${output.stdout.trim()}/api/v1/providers`, {
    headers: { authorization: 'Bearer one_test_caller' },
  });
  child.kill(signal);
  const { code, stdout } = await ended;
  expect(stdout).toContain('VIOLATES the contract');
  expect(code).toBe(1);
});

test.each(signals)('the mock exits with 0 on %s', async (signal) => {
  const { child, ended, output } = startCli(['mock', '--port', '0']);
  await expect.poll(() => output.stdout).toContain('\n');
  child.kill(signal);
  expect(await ended).toMatchObject({ code: 0, signal: null });
});
