import { randomUUID } from 'node:crypto';
import { idempotencyRetentionSeconds } from '../../src/contract/limits.js';
import type { MockResponse } from '../types.js';
import { digest } from './digest.js';
import {
  type Claim,
  type ClaimedKey,
  type IdempotencyStore,
  retryAfterSeconds,
} from './idempotency-store.js';
import type { RedisConnection } from './redis-connection.js';
import type { Outcome, Write } from './shared-state.js';

/** What an answer takes in the store beside its text: its name, twice, and what leads to it. */
const entryBytes = 256;

/** Expired answers that one call takes away, so that no call holds the others up. */
const mostSwept = 1000;

/**
 * What scripts have in common. Answers are named in a hash, their expiries in a sorted set, and their bytes
 * are counted beside them. Each script has these as KEYS 2 to 4.
 */
const answers = `
local function forget(name)
  local length = redis.call('HSTRLEN', KEYS[2], name)
  if length == 0 then return end
  redis.call('HDEL', KEYS[2], name)
  redis.call('ZREM', KEYS[3], name)
  redis.call('DECRBY', KEYS[4], length + ${entryBytes})
end
local function sweep(now)
  local expired = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'LIMIT', 0, ${mostSwept})
  for _, each in ipairs(expired) do forget(each) end
end
local function room(most)
  return tonumber(most) - tonumber(redis.call('GET', KEYS[4]) or '0')
end
local function full()
  return { 'full', redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2] or '' }
end
`;

/**
 * A lease ends by the store's own clock, as a killed server is a matter of the real world; an answer
 * is kept by the mock's clock.
 * KEYS: lease, answers, expiries, bytes. ARGV: name, now, run, lease in milliseconds, most bytes.
 * Returns: what became of the claim, and the answer there is, or when the oldest expires.
 */
const claim = `${answers}
local expires = redis.call('ZSCORE', KEYS[3], ARGV[1])
if expires and tonumber(expires) > tonumber(ARGV[2]) then
  return { 'answered', redis.call('HGET', KEYS[2], ARGV[1]) }
end
if redis.call('EXISTS', KEYS[1]) == 1 then return { 'in-flight' } end
sweep(ARGV[2])
if room(ARGV[5]) <= 0 then return full() end
redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
return { 'fresh' }
`;

/** KEYS: lease. ARGV: run, lease in milliseconds. */
const renew = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
`;

/** KEYS: lease. ARGV: run. */
const release = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`;

/**
 * Changes the world and keeps the answer in one step, so that a server which is killed has done both
 * or neither. A run whose lease has ended may still commit, unless another run has claimed the key. A write
 * whose answer finds no room does not happen; one that has changed nothing cannot be taken back.
 * KEYS: lease, answers, expiries, bytes, world. ARGV: run (empty without a key), name, answer, expiry, now,
 * most bytes, version before, version after, world (empty where nothing changed).
 * Returns: an {@link Outcome}'s kind, and when the oldest answer expires where there is no room.
 */
const commit = `${answers}
local run, name, now = ARGV[1], ARGV[2], ARGV[5]
local size = #ARGV[3] + ${entryBytes}
if run ~= '' then
  local holder = redis.call('GET', KEYS[1])
  local expires = redis.call('ZSCORE', KEYS[3], name)
  if holder and holder ~= run then return { 'claim-lost' } end
  if not holder and expires and tonumber(expires) > tonumber(now) then return { 'claim-lost' } end
end
if ARGV[9] ~= '' and (redis.call('HGET', KEYS[5], 'version') or '') ~= ARGV[7] then return { 'overtaken' } end
if run ~= '' then
  sweep(now)
  forget(name)
  if ARGV[9] ~= '' and room(ARGV[6]) < size then return full() end
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[2], name, ARGV[3])
  redis.call('ZADD', KEYS[3], ARGV[4], name)
  redis.call('INCRBY', KEYS[4], size)
end
if ARGV[9] ~= '' then redis.call('HSET', KEYS[5], 'version', ARGV[8], 'text', ARGV[9]) end
return { 'committed' }
`;

/** How a store in Redis is to be. */
export interface RedisIdempotencyOptions {
  /** Milliseconds after which a key is free again whose server has stopped renewing it. */
  readonly leaseMs: number;
  /** Bytes that all answers together may take. */
  readonly mostBytes: number;
}

type Claimed = [kind: 'answered' | 'fresh' | 'in-flight' | 'full', text?: string];
type Committed = [kind: Outcome['kind'], oldest?: string];

/** An idempotency store that several servers share, and that can keep an answer with what it is about. */
export class RedisIdempotencyStore implements IdempotencyStore {
  readonly #answers: readonly string[];
  readonly #runClaim;
  readonly #runRelease;
  readonly #runCommit;
  readonly #leases: Leases;

  constructor(
    connection: RedisConnection,
    private readonly keyOf: (part: string) => string,
    private readonly options: RedisIdempotencyOptions,
  ) {
    this.#answers = [keyOf('answers'), keyOf('expiries'), keyOf('bytes')];
    this.#runClaim = connection.script<Claimed>(claim);
    this.#runRelease = connection.script<unknown>(release);
    this.#runCommit = connection.script<Committed>(commit);
    this.#leases = new Leases(connection, options.leaseMs);
  }

  async claim(apiKey: string, key: string, fingerprint: string, now: number): Promise<Claim> {
    const name = digest(apiKey, key);
    const run = randomUUID();
    const { leaseMs, mostBytes } = this.options;
    const lease = this.#leaseOf(name);
    const [kind, text] = await this.#runClaim(
      [lease, ...this.#answers],
      [name, now, run, leaseMs, mostBytes],
    );
    if (kind === 'full') return full(text, now);
    if (kind === 'in-flight') return { kind };
    if (kind === 'fresh') {
      this.#leases.keep(lease, run);
      return { kind, claimed: { apiKey, key, fingerprint, run } };
    }
    const answer = JSON.parse(text ?? '') as HttpResponse;
    return answer.fingerprint === fingerprint
      ? { kind: 'replay', response: answer.response }
      : { kind: 'reused' };
  }

  async complete(claimed: ClaimedKey, response: MockResponse, now: number): Promise<void> {
    await this.commit({ change: null, claimed, response, now });
  }

  async release({ apiKey, key, run }: ClaimedKey): Promise<void> {
    this.#leases.drop(run);
    // A store that is away just now lets go of the key by itself when the lease ends.
    await this.#runRelease([this.#leaseOf(digest(apiKey, key))], [run]).catch(() => undefined);
  }

  async commit({ change, claimed, response, now }: Write): Promise<Outcome> {
    const version = randomUUID();
    const name = claimed ? digest(claimed.apiKey, claimed.key) : '';
    const [kind, oldest] = await this.#runCommit(
      [this.#leaseOf(name), ...this.#answers, this.keyOf('world')],
      [
        claimed?.run ?? '',
        name,
        claimed ? responseOf(claimed, response) : '',
        now + idempotencyRetentionSeconds * 1000,
        now,
        this.options.mostBytes,
        change?.from ?? '',
        version,
        change?.text ?? '',
      ],
    );
    if (kind === 'full') return full(oldest, now);
    if (kind !== 'committed') return { kind };
    if (claimed) this.#leases.drop(claimed.run);
    return { kind, version };
  }

  /** Renews no lease any more, so that the keys of writes that are still running become free. */
  close(): void {
    this.#leases.close();
  }

  #leaseOf(name: string): string {
    return this.keyOf(`lease:${name}`);
  }
}

function full(oldest: string | undefined, now: number) {
  return {
    kind: 'full' as const,
    retryAfterSeconds: retryAfterSeconds(oldest ? Number(oldest) : undefined, now),
  };
}

/** Renews what this server holds, for as long as it lives: a killed one's keys are soon free. */
class Leases {
  readonly #renew;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(
    connection: RedisConnection,
    private readonly leaseMs: number,
  ) {
    this.#renew = connection.script<unknown>(renew);
  }

  keep(name: string, run: string): void {
    // Who misses a few has lost it; whether somebody else has claimed it since, the commit finds out.
    const renewal = () => void this.#renew([name], [run, this.leaseMs]).catch(() => undefined);
    this.#timers.set(run, setInterval(renewal, this.leaseMs / 4).unref());
  }

  drop(run: string): void {
    clearInterval(this.#timers.get(run));
    this.#timers.delete(run);
  }

  close(): void {
    for (const timer of this.#timers.values()) clearInterval(timer);
    this.#timers.clear();
  }
}

interface HttpResponse {
  readonly fingerprint: string;
  readonly response: MockResponse;
}

function responseOf({ fingerprint }: ClaimedKey, response: MockResponse): string {
  return JSON.stringify({ fingerprint, response } satisfies HttpResponse);
}
