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

/** Size of a stored response without its text: its name, twice, and references. */
const entryBytes = 256;

/** Expired responses removed per call, so that no call blocks the others. */
const maxSweptKeys = 1000;

/**
 * Functions shared by the scripts. Responses are stored in a hash, their expiry times in a sorted set, and their
 * total size in a counter. Each script gets these as KEYS 2 to 4.
 */
const sharedFunctions = `
local function forget(name)
  local length = redis.call('HSTRLEN', KEYS[2], name)
  if length == 0 then return end
  redis.call('HDEL', KEYS[2], name)
  redis.call('ZREM', KEYS[3], name)
  redis.call('DECRBY', KEYS[4], length + ${entryBytes})
end
local function sweep(now)
  local expired = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'LIMIT', 0, ${maxSweptKeys})
  for _, each in ipairs(expired) do forget(each) end
end
local function space(max)
  return tonumber(max) - tonumber(redis.call('GET', KEYS[4]) or '0')
end
local function full()
  return { 'full', redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2] or '' }
end
`;

/**
 * A lease expires by the store's clock, since it detects killed servers; a response expires by the mock's clock.
 * KEYS: lease, responses, expiries, bytes. ARGV: name, now, run, lease in milliseconds, max bytes.
 * Returns: the kind of the claim, and the stored response or the expiry of the oldest one.
 */
const claim = `${sharedFunctions}
local expires = redis.call('ZSCORE', KEYS[3], ARGV[1])
if expires and tonumber(expires) > tonumber(ARGV[2]) then
  return { 'stored', redis.call('HGET', KEYS[2], ARGV[1]) }
end
if redis.call('EXISTS', KEYS[1]) == 1 then return { 'in-flight' } end
sweep(ARGV[2])
if space(ARGV[5]) <= 0 then return full() end
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
 * Commits a change of the dataset and its response atomically: a killed server has committed both or neither. A run
 * whose lease has expired may still commit, unless another run has claimed the key. A change whose response does not
 * fit is rejected; a response without a change is stored in any case.
 * KEYS: lease, responses, expiries, bytes, dataset. ARGV: run (empty without a key), name, response, expiry, now,
 * max bytes, version before, version after, dataset (empty if unchanged).
 * Returns: the kind of an {@link Outcome}, and the expiry of the oldest response if the store is full.
 */
const commit = `${sharedFunctions}
local run, name, now = ARGV[1], ARGV[2], ARGV[5]
local size = #ARGV[3] + ${entryBytes}
if run ~= '' then
  local holder = redis.call('GET', KEYS[1])
  local expires = redis.call('ZSCORE', KEYS[3], name)
  if holder and holder ~= run then return { 'claim-lost' } end
  if not holder and expires and tonumber(expires) > tonumber(now) then return { 'claim-lost' } end
end
if ARGV[9] ~= '' and (redis.call('HGET', KEYS[5], 'version') or '') ~= ARGV[7] then return { 'conflict' } end
if run ~= '' then
  sweep(now)
  forget(name)
  if ARGV[9] ~= '' and space(ARGV[6]) < size then return full() end
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[2], name, ARGV[3])
  redis.call('ZADD', KEYS[3], ARGV[4], name)
  redis.call('INCRBY', KEYS[4], size)
end
if ARGV[9] ~= '' then redis.call('HSET', KEYS[5], 'version', ARGV[8], 'text', ARGV[9]) end
return { 'committed' }
`;

export interface RedisIdempotencyOptions {
  /** Milliseconds after which a key is released if its server no longer renews the lease. */
  readonly leaseMs: number;
  /** Size limit of all responses together. */
  readonly maxBytes: number;
}

type Claimed = [kind: 'stored' | 'fresh' | 'in-flight' | 'full', text?: string];
type Committed = [kind: Outcome['kind'], oldest?: string];

/** An idempotency store that several servers share. Commits a response together with the change of the dataset. */
export class RedisIdempotencyStore implements IdempotencyStore {
  readonly #storeKeys: readonly string[];
  readonly #runClaim;
  readonly #runRelease;
  readonly #runCommit;
  readonly #leases: Leases;

  constructor(
    connection: RedisConnection,
    private readonly keyOf: (part: string) => string,
    private readonly options: RedisIdempotencyOptions,
  ) {
    this.#storeKeys = [keyOf('responses'), keyOf('expiries'), keyOf('bytes')];
    this.#runClaim = connection.script<Claimed>(claim);
    this.#runRelease = connection.script<unknown>(release);
    this.#runCommit = connection.script<Committed>(commit);
    this.#leases = new Leases(connection, options.leaseMs);
  }

  async claim(apiKey: string, key: string, now: number): Promise<Claim> {
    const name = digest(apiKey, key);
    const run = randomUUID();
    const { leaseMs, maxBytes } = this.options;
    const lease = this.#leaseOf(name);
    const [kind, text] = await this.#runClaim(
      [lease, ...this.#storeKeys],
      [name, now, run, leaseMs, maxBytes],
    );
    if (kind === 'full') return full(text, now);
    if (kind === 'in-flight') return { kind };
    if (kind === 'fresh') {
      this.#leases.hold(lease, run);
      return { kind, claimed: { apiKey, key, run } };
    }
    return { kind: 'replay', response: JSON.parse(text ?? '') as MockResponse };
  }

  async complete(claimed: ClaimedKey, response: MockResponse, now: number): Promise<void> {
    await this.commit({ change: null, claimed, response, now });
  }

  async release({ apiKey, key, run }: ClaimedKey): Promise<void> {
    this.#leases.drop(run);
    // If the store is unreachable, the key is released when its lease expires.
    await this.#runRelease([this.#leaseOf(digest(apiKey, key))], [run]).catch(() => undefined);
  }

  async commit({ change, claimed, response, now }: Write): Promise<Outcome> {
    const version = randomUUID();
    const name = claimed ? digest(claimed.apiKey, claimed.key) : '';
    const [kind, oldest] = await this.#runCommit(
      [this.#leaseOf(name), ...this.#storeKeys, this.keyOf('dataset')],
      [
        claimed?.run ?? '',
        name,
        claimed ? JSON.stringify(response) : '',
        now + idempotencyRetentionSeconds * 1000,
        now,
        this.options.maxBytes,
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

  /** Stops renewing leases, which releases the keys of running writes. */
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

/** Renews the leases of this server. The leases of a killed server expire. */
class Leases {
  readonly #renew;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(
    connection: RedisConnection,
    private readonly leaseMs: number,
  ) {
    this.#renew = connection.script<unknown>(renew);
  }

  hold(name: string, run: string): void {
    // A lease may expire despite renewal; `commit` detects whether another run has claimed the key since.
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
