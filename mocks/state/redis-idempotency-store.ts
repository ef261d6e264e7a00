import { randomUUID } from 'node:crypto';
import { idempotencyRetentionSeconds } from '../../src/contract/limits.js';
import type { MockResponse } from '../types.js';
import { digest } from './digest.js';
import type { ClaimedKey, IdempotencyStore } from './idempotency-store.js';
import type { RedisConnection } from './redis-connection.js';
import type { Outcome, Write } from './shared-state.js';

/**
 * A lease ends by the store's own clock, as a killed server is a matter of the real world; an answer
 * is kept by the mock's clock.
 * KEYS: lease, answers, expiries. ARGV: name, now, run, lease in milliseconds.
 * Returns: what became of the claim, and the answer there is.
 */
const claim = `
local expires = redis.call('ZSCORE', KEYS[3], ARGV[1])
if expires and tonumber(expires) > tonumber(ARGV[2]) then
  return { 'answered', redis.call('HGET', KEYS[2], ARGV[1]) }
end
if redis.call('SET', KEYS[1], ARGV[3], 'NX', 'PX', ARGV[4]) then return { 'fresh' } end
return { 'in-flight' }
`;

/** KEYS: lease. ARGV: run. */
const release = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`;

/**
 * Changes the world and keeps the answer in one step, so that a server which is killed has done both
 * or neither. A run whose lease has ended may still commit, unless another run has claimed the key.
 * KEYS: lease, answers, expiries, world. ARGV: run (empty without a key), name, answer, expiry, now,
 * most answers, version before, version after, world (empty where nothing changed).
 * Returns: an {@link Outcome}'s kind.
 */
const commit = `
local run, name, now, most = ARGV[1], ARGV[2], ARGV[5], tonumber(ARGV[6])
if run ~= '' then
  local holder = redis.call('GET', KEYS[1])
  local expires = redis.call('ZSCORE', KEYS[3], name)
  if holder and holder ~= run then return 'claim-lost' end
  if not holder and expires and tonumber(expires) > tonumber(now) then return 'claim-lost' end
end
if ARGV[9] ~= '' then
  if (redis.call('HGET', KEYS[4], 'version') or '') ~= ARGV[7] then return 'overtaken' end
  redis.call('HSET', KEYS[4], 'version', ARGV[8], 'text', ARGV[9])
end
if run ~= '' then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[2], name, ARGV[3])
  redis.call('ZADD', KEYS[3], ARGV[4], name)
  local old = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now)
  local excess = redis.call('ZCARD', KEYS[3]) - #old - most
  if excess > 0 then old = redis.call('ZRANGE', KEYS[3], 0, #old + excess - 1) end
  for _, each in ipairs(old) do
    redis.call('HDEL', KEYS[2], each)
    redis.call('ZREM', KEYS[3], each)
  end
end
return 'committed'
`;

/** An idempotency store that several servers share, and that can keep an answer with what it is about. */
export interface RedisIdempotencyStore extends IdempotencyStore {
  commit(write: Write): Promise<Outcome>;
}

/** How a store in Redis is to be. */
export interface RedisIdempotencyOptions {
  /** Milliseconds after which a key is free again whose server never came back. */
  readonly leaseMs: number;
  /** The most answers that are kept; the oldest go first. */
  readonly mostAnswers: number;
}

export function redisIdempotencyStore(
  connection: RedisConnection,
  keyOf: (part: string) => string,
  { leaseMs, mostAnswers }: RedisIdempotencyOptions,
): RedisIdempotencyStore {
  const [answers, expiries, world] = [keyOf('answers'), keyOf('expiries'), keyOf('world')];
  const leaseOf = (name: string) => keyOf(`lease:${name}`);
  const runClaim = connection.script<[kind: 'answered' | 'fresh' | 'in-flight', answer?: string]>(claim);
  const runRelease = connection.script<unknown>(release);
  const runCommit = connection.script<Outcome['kind']>(commit);

  const store: RedisIdempotencyStore = {
    async claim(apiKey, key, fingerprint, now) {
      const name = digest(apiKey, key);
      const run = randomUUID();
      const [kind, answer] = await runClaim([leaseOf(name), answers, expiries], [name, now, run, leaseMs]);
      if (kind === 'fresh') return { kind, claimed: { apiKey, key, fingerprint, run } };
      if (kind === 'in-flight') return { kind };
      const kept = JSON.parse(answer ?? '') as Answer;
      return kept.fingerprint === fingerprint
        ? { kind: 'replay', response: kept.response }
        : { kind: 'reused' };
    },
    async complete(claimed, response, now) {
      await store.commit({ change: null, claimed, response, now });
    },
    async release({ apiKey, key, run }) {
      // A store that is away just now lets go of the key by itself when the lease ends.
      await runRelease([leaseOf(digest(apiKey, key))], [run]).catch(() => undefined);
    },
    async commit({ change, claimed, response, now }) {
      const version = randomUUID();
      const name = claimed ? digest(claimed.apiKey, claimed.key) : '';
      const kind = await runCommit(
        [leaseOf(name), answers, expiries, world],
        [
          claimed?.run ?? '',
          name,
          claimed ? answerOf(claimed, response) : '',
          now + idempotencyRetentionSeconds * 1000,
          now,
          mostAnswers,
          change?.from ?? '',
          version,
          change?.text ?? '',
        ],
      );
      return kind === 'committed' ? { kind, version } : { kind };
    },
  };
  return store;
}

interface Answer {
  readonly fingerprint: string;
  readonly response: MockResponse;
}

function answerOf({ fingerprint }: ClaimedKey, response: MockResponse): string {
  return JSON.stringify({ fingerprint, response } satisfies Answer);
}
