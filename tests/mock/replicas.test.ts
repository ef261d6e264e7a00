import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSender, type Sender } from '../../conformance/engine/http/send.js';
import { runChecks } from '../../conformance/suite/run.js';
import { createMock, type Mock, type MockOptions } from '../../mocks/create-mock.js';
import { redisState } from '../../mocks/state/redis-state.js';
import { complaints } from '../faulty-servers/judge.js';
import { focusCsv } from '../support/bill/focus-csv.js';
import { variedRows } from '../support/bill/varied-rows.js';
import { describeWithRedis, type RedisServer, startRedis } from '../support/mock/redis-server.js';

const apiKeys = ['one_test_caller', 'one_test_second_caller', 'one_test_spare'];

const folder = mkdtempSync(join(tmpdir(), 'replicas-'));
const data = join(folder, 'bill.csv');
writeFileSync(data, focusCsv(variedRows));
afterAll(() => rmSync(folder, { recursive: true }));

let redis: RedisServer;
let mocks: readonly Mock[];
function startMocks(options: MockOptions): void {
  beforeAll(async () => {
    redis = await startRedis();
    const make = () => createMock({ ...options, keys: apiKeys, state: redisState(redis.url) });
    mocks = await Promise.all([make(), make()]);
  });
  afterAll(async () => {
    await Promise.all(mocks.map((mock) => mock.close()));
    await redis.stop();
  });
}

// What needs recommendations is blocked on a bill.
describe.each<[string, MockOptions, unknown]>([
  ['a scenario', {}, 0],
  ['a bill', { data }, expect.any(Number)],
])('of %s', (_, options, blocked) => {
  describeWithRedis('two mocks behind one address', () => {
    startMocks(options);

    test('conform to the contract as one server', async () => {
      const urls = await Promise.all(mocks.map((mock) => mock.listen()));
      const report = await runChecks({
        target: urls[0] as string,
        sender: inTurn(urls.map((url) => createSender(new URL(url), 10_000))),
        apiKeys,
      });
      expect(complaints(report)).toEqual(new Map());
      expect(report.summary).toMatchObject({ blocked, errored: 0 });
      expect(report.summary.passed).toBeGreaterThan(500);
    });
  });
});

describeWithRedis('two mocks of a bill behind one address', () => {
  startMocks({ data, frozen: true });

  test.each([
    '/providers/provider_a/costs/breakdown?group_by=service&group_by=account_id&preset=6M',
    '/providers/provider_b/costs/invoices',
    '/commitments/utilization?start=2026-05-01&end=2026-05-31',
    '/commitments/uncovered',
    '/commitments',
  ])('return the same bytes for %s', async (path) => {
    const bodies = await Promise.all(
      mocks.map(async (mock) => {
        const headers = { Authorization: `Bearer ${apiKeys[0]}` };
        const response = await mock.fetch(`http://127.0.0.1/api/v1${path}`, { headers });
        expect(response.status).toBe(200);
        return response.text();
      }),
    );
    expect(bodies[1]).toBe(bodies[0]);
    expect(bodies[0]).toMatch(/"(total_cost|utilization_pct|list_cost|monthly_commitment_usd)"|[1-9]\d*\.\d/);
  });

  test('delete an endpoint that was registered on the other', async () => {
    const [one, other] = mocks as [Mock, Mock];
    const call = (mock: Mock, path: string, init: RequestInit) =>
      mock.fetch(`http://127.0.0.1/api/v1/webhooks/endpoints${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${apiKeys[0]}`, 'Content-Type': 'application/json' },
      });
    const body = JSON.stringify({
      url: 'https://hooks.example.com/bill',
      event_types: ['optimization.completed'],
    });
    const created = await call(one, '', { method: 'POST', body });
    const { data: endpoint } = (await created.json()) as { data: { id: string } };
    expect((await call(other, `/${endpoint.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await call(one, `/${endpoint.id}`, { method: 'DELETE' })).status).toBe(404);
  });
});

/** Sends requests to the servers in turn. */
function inTurn(senders: readonly Sender[]): Sender {
  let turn = 0;
  return {
    send(wire, signal) {
      turn += 1;
      return (senders[turn % senders.length] as Sender).send(wire, signal);
    },
    close() {
      for (const sender of senders) sender.close();
    },
  };
}
