import { randomBytes } from 'node:crypto';
import { connectRedis } from './redis-connection.js';
import { RedisIdempotencyStore } from './redis-idempotency-store.js';
import { redisRateLimitStore } from './redis-rate-limit-store.js';
import type { ConnectState } from './shared-state.js';

export { type ConnectState, type SharedState, StateUnreachableError } from './shared-state.js';

/** Options of `redisState`. */
export interface RedisStateOptions {
  /**
   * Milliseconds after which the idempotency key of a write is released if its server was killed. Leases of running
   * writes are renewed. Default: 2,000, less than the time of two client retries.
   */
  readonly leaseMs?: number;
}

/** Version of the stored format. Releases with different formats do not share state. */
const formatVersion = 2;

/** Size limit of all stored responses together. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Returns how long the shared clock has run, by the store's clock. The first server starts it.
 * KEYS: start. ARGV: milliseconds since this server joined. Returns: milliseconds since the start.
 */
const join = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('SET', KEYS[1], string.format('%.0f', now - tonumber(ARGV[1])), 'NX')
return now - tonumber(redis.call('GET', KEYS[1]))
`;

/** KEYS: dataset. ARGV: the caller's version. Returns: version and dataset, or null if the version is current. */
const read = `
local version = redis.call('HGET', KEYS[1], 'version') or ''
if version == ARGV[1] then return false end
return { version, redis.call('HGET', KEYS[1], 'text') or '' }
`;

/**
 * Stores the state of a mock in Redis, so that several mocks of the same dataset act as one server.
 *
 * @param url such as `redis://127.0.0.1:6379/0`; `rediss:` for TLS
 * @throws {StateUnreachableError} on connection, if the server is unreachable or `ioredis` is not installed
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
    // The braces (hash tag) place all keys of a dataset in one slot of a cluster.
    const keyOf = (part: string) => `cost-contract:${formatVersion}:{${name}}:${part}`;
    const runJoin = connection.script<number>(join);
    const runRead = connection.script<[string, string] | null>(read);
    const idempotencyKeys = new RedisIdempotencyStore(connection, keyOf, { leaseMs, maxBytes });

    const elapsedMs = await runJoin([keyOf('start')], [0]);
    const joinedAt = performance.now();
    // Restores the start of the clock in a store that has lost its data.
    connection.onReconnect(() => {
      const elapsed = elapsedMs + Math.floor(performance.now() - joinedAt);
      runJoin([keyOf('start')], [elapsed]).catch(() => undefined);
    });

    return {
      replica: randomBytes(3).toString('hex'),
      elapsedMs,
      idempotencyKeys,
      rateLimits: redisRateLimitStore(connection, keyOf, rateLimit),
      async read(version) {
        const stored = await runRead([keyOf('dataset')], [version]);
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
