import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSender, type Sender } from '../../conformance/http/send.js';
import { runChecks } from '../../conformance/run-checks.js';
import { createMock, type Mock } from '../../mocks/create-mock.js';
import { redisState } from '../../mocks/state/redis-state.js';
import { complaints } from '../faulty-servers/judge.js';
import { describeWithRedis, type RedisServer, startRedis } from '../support/mock/redis-server.js';

const apiKeys = ['one_test_caller', 'one_test_second_caller', 'one_test_spare'];

describeWithRedis('two mocks behind one address', () => {
  let redis: RedisServer;
  let mocks: readonly Mock[];
  beforeAll(async () => {
    redis = await startRedis();
    const make = () => createMock({ keys: apiKeys, state: redisState(redis.url) });
    mocks = await Promise.all([make(), make()]);
  });
  afterAll(async () => {
    await Promise.all(mocks.map((mock) => mock.close()));
    await redis.remove();
  });

  test('conform to the contract as one server', async () => {
    const urls = await Promise.all(mocks.map((mock) => mock.listen()));
    const report = await runChecks({
      target: urls[0] as string,
      sender: inTurn(urls.map((url) => createSender(new URL(url), 10_000))),
      apiKeys,
    });
    expect(complaints(report)).toEqual(new Map());
    expect(report.summary.blocked).toBe(0);
    expect(report.summary.passed).toBeGreaterThan(500);
  }, 60_000);
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
