import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { describeWithRedis, type RedisServer, startRedis } from '../../tests/support/mock/redis-server.js';
import { expectIdempotencyStore } from '../../tests/support/state/expect-idempotency-store.js';
import { expectRateLimitStore } from '../../tests/support/state/expect-rate-limit-store.js';
import type { ClaimedKey, IdempotencyStore } from './idempotency-store.js';
import { connectRedis } from './redis-connection.js';
import { RedisIdempotencyStore } from './redis-idempotency-store.js';
import { redisState } from './redis-state.js';
import type { SharedState, Write } from './shared-state.js';

describeWithRedis('state in Redis', () => {
  let redis: RedisServer;
  let datasets = 0;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  const join = async (name: string, { limit = 5, leaseMs = 30_000 } = {}): Promise<SharedState> => {
    const rateLimit = { limit, windowSeconds: 60 };
    const state = await redisState(redis.url, { leaseMs })({ name, rateLimit });
    onTestFinished(() => state.close());
    return state;
  };
  /** Connects two servers to a new dataset. */
  const pair = async (options: { limit?: number; leaseMs?: number } = {}) => {
    datasets += 1;
    const name = `test:${datasets}`;
    return [await join(name, options), await join(name, options)] as const;
  };

  describe('idempotency keys', () => {
    expectIdempotencyStore(async (maxBytes = 1_000_000) => {
      datasets += 1;
      const name = `store:${datasets}`;
      const store = async () => {
        const connection = await connectRedis(redis.url);
        onTestFinished(() => connection.close());
        return new RedisIdempotencyStore(connection, (part) => `${name}:${part}`, {
          leaseMs: 30_000,
          maxBytes,
        });
      };
      return [await store(), await store()];
    });

    const claim = ({ idempotencyKeys }: SharedState) => idempotencyKeys.claim('caller', 'key', 0);

    test('releases the key of a stopped server after its lease', async () => {
      const [one, other] = await pair({ leaseMs: 500 });
      await claim(one);
      expect(await claim(other)).toEqual({ kind: 'in-flight' });
      await one.close();
      await expect.poll(() => claim(other)).toMatchObject({ kind: 'fresh' });
    });

    test('renews the lease of a running write', async () => {
      const [one, other] = await pair({ leaseMs: 500 });
      await claim(one);
      const end = Date.now() + 1500;
      await expect
        .poll(async () => {
          expect(await claim(other)).toEqual({ kind: 'in-flight' });
          return Date.now() > end;
        })
        .toBe(true);
    });

    test('counts the bytes of the stored responses', async () => {
      const connection = await connectRedis(redis.url);
      const store = new RedisIdempotencyStore(connection, (part) => `bytes:${part}`, {
        leaseMs: 30_000,
        maxBytes: 100_000,
      });
      const response = { status: 200, headers: {}, body: 'response' };
      const write = async (key: string, now: number) => {
        const claim = await store.claim('caller', key, now);
        if (claim.kind !== 'fresh') throw new Error(claim.kind);
        await store.complete(claim.claimed, response, now);
      };
      for (const key of ['a', 'b', 'c']) await write(key, 0);
      const three = await storedBytes(redis.url, 'bytes:bytes');
      await write('a', dayMs);
      expect(await storedBytes(redis.url, 'bytes:bytes')).toBe(three / 3);
      expect(await everyResponse(redis.url, 'bytes:responses')).toHaveLength(1);
      await connection.close();
    });

    test('does not contain API keys', async () => {
      const [one] = await pair();
      await claimed(one.idempotencyKeys, 'ccc_live_secret');
      await one.rateLimits.take('ccc_live_secret', 0);
      expect(await everyKey(redis.url)).not.toContain('ccc_live_secret');
    });
  });

  describe('rate limits', () => {
    expectRateLimitStore(async (limit) => {
      const [one, other] = await pair({ limit });
      return [one.rateLimits, other.rateLimits];
    }, 5);
  });

  describe('the dataset', () => {
    const write = (parts: Partial<Write>): Write => ({
      change: null,
      claimed: null,
      response: { status: 200, headers: {}, body: 'response' },
      now: 0,
      ...parts,
    });

    test('returns null before the first write', async () => {
      const [one] = await pair();
      expect(await one.read('')).toBeNull();
    });

    test('returns the write of another server, and null if it is current', async () => {
      const [one, other] = await pair();
      const outcome = await one.commit(write({ change: { from: '', text: 'ä' } }));
      expect(outcome).toMatchObject({ kind: 'committed', version: expect.any(String) });
      const stored = await other.read('');
      expect(stored).toEqual({ text: 'ä', version: (outcome as { version: string }).version });
      expect(await other.read(stored?.version ?? '')).toBeNull();
    });

    test('rejects one of two concurrent writes as a conflict', async () => {
      const [one, other] = await pair();
      const outcomes = await Promise.all(
        [one, other].map((state, index) =>
          state.commit(write({ change: { from: '', text: `by ${index}` } })),
        ),
      );
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['committed', 'conflict']);
      const winner = outcomes.findIndex(({ kind }) => kind === 'committed');
      expect(await one.read('')).toMatchObject({ text: `by ${winner}` });
    });

    test('stores no response of a conflicting write, whose key stays in flight', async () => {
      const [one, other] = await pair();
      const key = await claimed(one.idempotencyKeys);
      await other.commit(write({ change: { from: '', text: 'faster' } }));
      const outcome = await one.commit(write({ change: { from: '', text: 'slower' }, claimed: key }));
      expect(outcome).toEqual({ kind: 'conflict' });
      expect(await claimAgain(other.idempotencyKeys)).toEqual({ kind: 'in-flight' });
    });

    test('commits a write and its idempotency record atomically', async () => {
      const [one, other] = await pair();
      const key = await claimed(one.idempotencyKeys);
      await one.commit(write({ change: { from: '', text: 'new' }, claimed: key }));
      expect(await other.read('')).toMatchObject({ text: 'new' });
      expect(await claimAgain(other.idempotencyKeys)).toMatchObject({
        kind: 'replay',
        response: { body: 'response' },
      });
    });

    test('rejects a write whose key another server has claimed', async () => {
      const one = await join('test:late', { leaseMs: 20 });
      const other = await join('test:late');
      const key = await claimed(one.idempotencyKeys);
      await endLeases(redis.url, 'test:late');
      await expect.poll(() => claimAgain(other.idempotencyKeys)).toMatchObject({ kind: 'fresh' });
      const outcome = await one.commit(write({ change: { from: '', text: 'late' }, claimed: key }));
      expect(outcome).toEqual({ kind: 'claim-lost' });
      expect(await other.read('')).toBeNull();
    });

    test('rejects a write whose response does not fit', async () => {
      const connection = await connectRedis(redis.url);
      const store = new RedisIdempotencyStore(connection, (part) => `full:${part}`, {
        leaseMs: 30_000,
        maxBytes: 1000,
      });
      const key = await claimed(store);
      const large = { status: 200, headers: {}, body: 'x'.repeat(1000) };
      const change = { from: '', text: 'new' };
      const outcome = await store.commit(write({ change, claimed: key, response: large }));
      expect(outcome).toMatchObject({ kind: 'full' });
      expect(await everyKey(redis.url)).not.toContain('full:dataset');
      await store.release(key);
      expect(await claimAgain(store)).toMatchObject({ kind: 'fresh' });
      store.close();
      await connection.close();
    });

    test('isolates datasets', async () => {
      const [one] = await pair();
      const [other] = await pair();
      await one.commit(write({ change: { from: '', text: 'new' } }));
      expect(await other.read('')).toBeNull();
    });

    test('returns the elapsed time to servers that join later', async () => {
      const name = 'test:clock';
      const first = await join(name);
      expect(first.elapsedMs).toBe(0);
      await expect.poll(async () => (await join(name)).elapsedMs).toBeGreaterThan(10);
    });
  });

  describe('an unusable store', () => {
    const dataset = { name: 'test:none', rateLimit: { limit: 1, windowSeconds: 60 } };

    test('causes an error without its password', async () => {
      const locked = await startRedis('--requirepass', 'the-right-one');
      const url = locked.url.replace('//', '//:wrong%2Done@');
      await expect(redisState(url)(dataset)).rejects.toThrow(
        /^Cannot use the state store at 127.0.0.1:\d+: WRONGPASS/,
      );
      const error = await redisState(url)(dataset).catch((reason) => reason);
      expect(JSON.stringify([error.message, error.stack, error])).not.toMatch(/wrong.{1,3}one/);
      await locked.stop();
    });

    test('causes an error if it is unreachable', async () => {
      await expect(redisState('redis://127.0.0.1:1')(dataset)).rejects.toThrow(
        'Cannot use the state store at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
      );
    });

    test('fails calls immediately while it is unreachable, and works after it has recovered', async () => {
      const own = await startRedis();
      const state = await redisState(own.url)(dataset);
      await own.stop();
      await expect.poll(() => state.read('').catch((error) => error.message)).toMatch('ECONNREFUSED');
      await own.start();
      await expect.poll(() => state.read('').catch((error) => error.message)).toBeNull();
      await state.close();
      await own.stop();
    });
  });
});

const dayMs = 24 * 60 * 60 * 1000;

async function claimed(store: IdempotencyStore, apiKey = 'caller'): Promise<ClaimedKey> {
  const claim = await store.claim(apiKey, 'key', 0);
  if (claim.kind !== 'fresh') throw new Error(`The key is ${claim.kind}.`);
  return claim.claimed;
}

function claimAgain(store: IdempotencyStore) {
  return store.claim('caller', 'key', 0);
}

async function everyResponse(url: string, name: string): Promise<string[]> {
  return withClient(url, (client) => client.hkeys(name));
}

async function storedBytes(url: string, name: string): Promise<number> {
  return withClient(url, async (client) => Number(await client.get(name)));
}

/** Deletes leases, as if they had expired. */
async function endLeases(url: string, dataset: string): Promise<void> {
  await withClient(url, async (client) => {
    const leases = (await client.keys('*')).filter(
      (name) => name.includes(dataset) && name.includes('lease'),
    );
    if (leases.length > 0) await client.del(leases);
  });
}

async function everyKey(url: string): Promise<string> {
  return withClient(url, async (client) => (await client.keys('*')).join('\n'));
}

async function withClient<T>(url: string, act: (client: Redis) => Promise<T>): Promise<T> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url);
  return act(client).finally(() => client.disconnect());
}
