import { randomBytes } from 'node:crypto';
import { connectRedis } from './redis-connection.js';
import { RedisIdempotencyStore } from './redis-idempotency-store.js';
import { redisRateLimitStore } from './redis-rate-limit-store.js';
import type { ConnectState } from './shared-state.js';

export { type ConnectState, type SharedState, StateUnreachableError } from './shared-state.js';

/** How state in Redis is to be; every part has a default. */
export interface RedisStateOptions {
  /**
   * Milliseconds after which the idempotency key of a write is free again when its server was killed; while
   * the server lives and the write runs, the lease is renewed. Default: 2 seconds, so that a client that
   * tries again twice finds it free.
   */
  readonly leaseMs?: number;
}

/** Changes with the form of what is stored, so that two releases never read each other's. */
const form = 2;

/** Bytes that all stored answers together may take. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Since when the world's clock runs: from the start of the first server, by the store's clock.
 * KEYS: start. ARGV: milliseconds that this server has seen it run. Returns: how long it has run.
 */
const join = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('SET', KEYS[1], string.format('%.0f', now - tonumber(ARGV[1])), 'NX')
return now - tonumber(redis.call('GET', KEYS[1]))
`;

/** KEYS: world. ARGV: the version that is known. Returns: version and world, or null where it is known. */
const read = `
local version = redis.call('HGET', KEYS[1], 'version') or ''
if version == ARGV[1] then return false end
return { version, redis.call('HGET', KEYS[1], 'text') or '' }
`;

/**
 * Keeps in a Redis what mocks of the same world share, so that they act as one server.
 *
 * @param url such as `redis://127.0.0.1:6379/0`; `rediss:` for TLS
 * @throws {StateUnreachableError} when a mock connects and there is no such server, or no `ioredis`
 * @example
 * ```ts
 * import { createMock } from 'cloud-cost-contract/mock';
 * import { redisState } from 'cloud-cost-contract/redis';
 *
 * const mock = await createMock({ state: redisState('redis://127.0.0.1:6379/0') });
 * await mock.listen();
 * ```
 */
export function redisState(url: string, { leaseMs = 2000 }: RedisStateOptions = {}): ConnectState {
  return async ({ name, rateLimit }) => {
    const connection = await connectRedis(url);
    // The braces keep all of a world in one slot of a cluster.
    const keyOf = (part: string) => `cost-contract:${form}:{${name}}:${part}`;
    const runJoin = connection.script<number>(join);
    const runRead = connection.script<[string, string] | null>(read);
    const idempotencyKeys = new RedisIdempotencyStore(connection, keyOf, { leaseMs, mostBytes });

    const elapsedMs = await runJoin([keyOf('start')], [0]);
    const joined = performance.now();
    // A store that has lost everything is told again since when the clock runs, for those who join later.
    connection.onBack(() => {
      const elapsed = elapsedMs + Math.floor(performance.now() - joined);
      runJoin([keyOf('start')], [elapsed]).catch(() => undefined);
    });

    return {
      replica: randomBytes(3).toString('hex'),
      elapsedMs,
      idempotencyKeys,
      rateLimits: redisRateLimitStore(connection, keyOf, rateLimit),
      async read(known) {
        const stored = await runRead([keyOf('world')], [known]);
        return stored && { version: stored[0], text: stored[1] };
      },
      commit: (write) => idempotencyKeys.commit(write),
      async close() {
        idempotencyKeys.close();
        await connection.close();
      },
    };
  };
}
