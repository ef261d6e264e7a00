import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectOneServer,
  type FetchPath,
  register,
  registeredSoFar,
  send,
} from '../tests/support/mock/expect-one-server.js';
import type { Program } from '../tests/support/mock/program.js';
import { buildPrograms, type Programs } from '../tests/support/mock/programs.js';
import { describeWithRedis, type RedisServer, startRedis } from '../tests/support/mock/redis-server.js';
import { validated } from '../tests/support/mock/validated.js';
import { createMock } from './create-mock.js';

describe('one mock in memory', () => {
  let reach: FetchPath;
  beforeAll(async () => {
    reach = validated((await createMock()).fetch) as FetchPath;
  });
  expectOneServer(() => [reach, reach]);
});

describeWithRedis('two processes that share state', () => {
  let redis: RedisServer;
  let programs: Programs;
  let seeds = 0;
  beforeAll(async () => {
    redis = await startRedis();
    programs = await buildPrograms('cli/main.ts', 'tests/support/mock/halting-replica.ts');
  });
  afterAll(async () => {
    await programs.remove();
    await redis.stop();
  });

  const start = async (name: string, args: readonly string[]): Promise<readonly [FetchPath, Program]> => {
    const program = programs.start(name, args);
    const url = await program.line();
    const fetchThere = validated(fetch);
    return [(path, init) => fetchThere(url + path, init), program];
  };
  const replica = async (seed: number, ...args: readonly string[]) => {
    const options = ['--port', '0', '--state', redis.url, '--seed', String(seed), ...args];
    return (await start('main', ['mock', ...options]))[0];
  };
  const pair = async (...args: readonly string[]): Promise<readonly [FetchPath, FetchPath]> => {
    seeds += 1;
    return Promise.all([replica(seeds, ...args), replica(seeds, ...args)]);
  };

  describe('act as one server', () => {
    let servers: readonly [FetchPath, FetchPath];
    beforeAll(async () => {
      servers = await pair();
    });
    expectOneServer(() => servers);
  });

  test('count requests together', async () => {
    const servers = await pair('--rate-limit', '9');
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(servers[index % 2] as FetchPath, 'GET /api/v1/providers'),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(11);
  });

  describe('when one is killed in the middle of a write', () => {
    /** Sends a write to a replica that halts at the given point, and kills the replica. */
    const killed = async (point: string, key: string): Promise<FetchPath> => {
      seeds += 1;
      const [halting, program] = await start('halting-replica', [redis.url, String(seeds), point]);
      const survivor = await replica(seeds);
      const broken = register(halting, key).catch(() => 'broken');
      expect(await program.line()).toBe('halted');
      await program.end('SIGKILL');
      expect(await broken).toBe('broken');
      return survivor;
    };

    test('runs an uncommitted write once, after its lease has expired', async () => {
      const key = randomUUID();
      const survivor = await killed('before-commit', key);
      expect(await register(survivor, key)).toMatchObject({ status: 409 });
      await expect
        .poll(() => register(survivor, key), { timeout: 5000 })
        .toMatchObject({ status: 201, isReplay: false, content: { id: 'whe-0001' } });
      expect(await register(survivor, key)).toMatchObject({ status: 201, isReplay: true });
      expect(await registeredSoFar(survivor)).toBe(1);
    });

    test('replays a committed write and does not run it again', async () => {
      const key = randomUUID();
      const survivor = await killed('after-commit', key);
      expect(await register(survivor, key)).toMatchObject({
        status: 201,
        isReplay: true,
        content: { id: 'whe-0001' },
      });
      expect(await registeredSoFar(survivor)).toBe(1);
    });
  });

  test('does not commit the write of a suspended replica whose key another one has claimed', async () => {
    seeds += 1;
    const survivor = await replica(seeds);
    const options = ['--port', '0', '--state', redis.url, '--seed', String(seeds)];
    const [slow, program] = await start('main', ['mock', ...options]);
    const key = randomUUID();
    const late = register((path, init) => {
      return slow(path, { ...init, headers: { ...init?.headers, 'mock-latency': '5000' } });
    }, key);
    await expect.poll(() => leases(redis.url, seeds)).toBe(1);
    expect(await register(survivor, key)).toMatchObject({ status: 409 });
    program.signal('SIGSTOP');
    await expect.poll(() => register(survivor, key)).toMatchObject({ status: 201, isReplay: false });
    program.signal('SIGCONT');
    expect(await late).toMatchObject({ status: 409 });
    expect(await register(survivor, key)).toMatchObject({ status: 201, isReplay: true });
    expect(await registeredSoFar(survivor)).toBe(1);
  });

  test('return 500 while the store is unreachable, and recover afterwards', async () => {
    const [one, other] = await pair();
    await register(one);
    await redis.stop();
    for (const reach of [one, other]) {
      const statuses = async () =>
        (await reach('/api/v1/providers', { headers: { authorization: 'Bearer ccc_test_caller' } })).status;
      await expect.poll(statuses).toBe(500);
    }
    await redis.start();
    for (const reach of [one, other]) {
      await expect
        .poll(async () => (await send(reach, 'GET /api/v1/providers')).status, { timeout: 5000 })
        .toBe(200);
    }
    expect(await registeredSoFar(other)).toBe(0);
  });
});

/** Returns the number of leases of a dataset's servers. */
async function leases(url: string, seed: number): Promise<number> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url);
  const names = await client.keys(`*{default:${seed}:*:lease:*`);
  client.disconnect();
  return names.length;
}
