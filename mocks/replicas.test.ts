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
  }, 60_000);
  afterAll(async () => {
    await programs.remove();
    await redis.remove();
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
    }, 60_000);
    expectOneServer(() => servers);
  });

  test('count requests together', async () => {
    const servers = await pair('--rate-limit', '9');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(servers[index % 2] as FetchPath, 'GET /api/v1/providers'),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
  });

  describe('when one is killed in the middle of a write', () => {
    /** Sends a write to a replica that halts there, and kills it. */
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

    test('a write that was not made is in flight until its lease ends, and then made once', async () => {
      const key = randomUUID();
      const survivor = await killed('before-commit', key);
      expect(await register(survivor, key)).toMatchObject({ status: 409 });
      await expect
        .poll(() => register(survivor, key), { timeout: 5000 })
        .toMatchObject({ status: 201, isReplay: false, content: { id: 'whe-0001' } });
      expect(await register(survivor, key)).toMatchObject({ status: 201, isReplay: true });
      expect(await registeredSoFar(survivor)).toBe(1);
    });

    test('a write that was made is replayed, and not made again', async () => {
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

  test('a replica that stood still for longer than its lease neither makes nor stores its write after another has', async () => {
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

  test('answer 500 while the store is away, and recover when it is back', async () => {
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

/** How many keys a world's servers run writes under. */
async function leases(url: string, seed: number): Promise<number> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url);
  const names = await client.keys(`*{default:${seed}:*:lease:*`);
  client.disconnect();
  return names.length;
}
