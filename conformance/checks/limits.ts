import { rateLimit } from '../../src/contract/limits.js';
import { getOrInsert } from '../../src/get-or-insert.js';
import type { Check } from '../check.js';
import { describe } from '../expect/response.js';
import { type CompleteExchange, type Exchange, hasResponse, isSuccess } from '../http/exchange.js';
import { Blocked, fail, NotApplicable } from '../outcome.js';
import type { Probe } from '../probe.js';
import { requestTo } from '../requests.js';
import { isServerError } from '../server-error.js';

const source = 'Limits: request rate';
const within = 'limits.no-429-within-the-limit';

/** Twice the limit: neither a sliding window nor a fixed one that restarts admits more. */
const mostRequests = 1200;
const batchSize = 25;

interface Exhaustion {
  /** The first refusal, or the last success if there is none. */
  readonly refusal: Exchange;
  /** The first key's request before the third key's limit was exhausted. */
  readonly before: Exchange;
  /** Number of requests that were admitted within a minute before the refusal. */
  readonly admitted: number;
}

const exhausted = new WeakMap<object, Promise<Exhaustion>>();

const ofFirstKey = ({ target }: Probe) =>
  target.send(requestTo('listProviders'), { again: true, allow429: true, allow5xx: true });

const anyResponse = { allow429: true, allow5xx: true, attempts: 1 };

/** Returns a refusal; a few responses of 5xx are none. */
function refusalIn(batch: readonly Exchange[]): Exchange | undefined {
  const failed = batch.filter((exchange) => !isSuccess(exchange));
  const isRefused = failed.length > batch.length / 2 || !failed.every(isServerError);
  return isRefused ? (failed.find((exchange) => !isServerError(exchange)) ?? failed[0]) : undefined;
}

/** Exhausts the rate limit of the third key. */
async function exhaust(probe: Probe): Promise<Exhaustion> {
  const { target } = probe;
  const before = await ofFirstKey(probe);
  const plan = { ...requestTo('listProviders'), as: 'spare' as const };
  const begun = Date.now();
  for (let sent = 0; ; sent += batchSize) {
    const batch = await Promise.all(
      Array.from({ length: batchSize }, () =>
        target.send(plan, { ...anyResponse, again: true, atOnce: true, unrecorded: true }),
      ),
    );
    const refused = refusalIn(batch);
    const isLast = refused !== undefined || sent + batchSize >= mostRequests;
    if (isLast)
      return { before, refusal: refused ?? (batch[0] as Exchange), admitted: target.counted('spare') };
    if (Date.now() - begun > 60_000)
      throw new Blocked('the target is too slow to reach its rate limit within a minute');
  }
}

async function exhaustion(probe: Probe) {
  const { refusal, ...rest } = await getOrInsert(exhausted, probe.target, () => exhaust(probe));
  if (!hasResponse(refusal))
    throw new Blocked(`the target returned no response: ${refusal.failure}`, refusal);
  return { ...rest, refusal };
}

/**
 * Exhausts the third key's rate limit. If the target refuses it early, sets `lowerLimit` if that is certain.
 *
 * @throws {NotApplicable} if another program may have used the key
 */
async function expectWholeLimit(probe: Probe): Promise<void> {
  probe.expectSpare();
  const { refusal, admitted } = await exhaustion(probe);
  if (refusal.response.status !== 429) throw notLimited(refusal);
  if (admitted >= rateLimit) return;
  if (await probe.target.isLower('spare', refusal.response)) return;
  throw new NotApplicable(
    `the third API key received 429 after ${admitted} requests of this run, and other programs may use it too`,
  );
}

function notLimited({ response }: CompleteExchange): Blocked {
  return new Blocked(
    `the target returned ${response.status} instead of 429`,
    undefined,
    'limits.rate-limit-is-enforced',
  );
}

/** @throws {Finding} if a 429 response has no Retry-After in seconds */
function expectRetryAfter(exchange: CompleteExchange): void {
  const value = exchange.response.headers['retry-after'];
  if (value !== undefined && /^\d+$/.test(value)) return;
  fail({
    message: 'A 429 response has no Retry-After in seconds.',
    expected: 'Retry-After: a number of seconds',
    actual: value === undefined ? 'no Retry-After' : `Retry-After: ${value}`,
    exchange,
  });
}

export const limitChecks: readonly Check[] = [
  {
    kind: 'probe',
    id: 'limits.rate-limit-is-enforced',
    level: 'MUST',
    basis: 'stated',
    requirement: 'An API key that exceeds 600 requests per minute receives 429 RATE_LIMIT_EXCEEDED.',
    source,
    operations: 'api',
    exhaustsRateLimit: true,
    cost: 0,
    async run(probe) {
      const { refusal: exchange } = await exhaustion(probe);
      const { status, json } = exchange.response;
      if (status === 429 && json?.success === false && json?.error?.code === 'RATE_LIMIT_EXCEEDED') return;
      fail({
        message:
          status < 300
            ? `${mostRequests} requests in a minute are all accepted.`
            : 'The rate limit is not reported as 429 RATE_LIMIT_EXCEEDED.',
        expected: 'status 429 with code RATE_LIMIT_EXCEEDED after 600 requests',
        actual: describe(exchange),
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'limits.retry-after-is-sent',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A 429 response has Retry-After in whole seconds.',
    source: 'Errors, rule 1',
    operations: 'api',
    exhaustsRateLimit: true,
    cost: 0,
    async run(probe) {
      const { refusal } = await exhaustion(probe);
      if (refusal.response.status !== 429) throw notLimited(refusal);
      expectRetryAfter(refusal);
    },
    watch: {
      when: ({ response }) => response.status === 429 && !response.lacksHeaders,
      run: expectRetryAfter,
    },
  },
  {
    kind: 'probe',
    id: 'limits.other-keys-are-not-affected',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Exhausting the rate limit of one API key does not affect another.',
    source: 'Limits: per API key',
    operations: 'api',
    exhaustsRateLimit: true,
    async run(probe) {
      const { before, refusal } = await exhaustion(probe);
      if (refusal.response.status !== 429) throw notLimited(refusal);
      if (before.response?.status === 429) {
        const reason = 'the rate limit of the first API key was already reached';
        throw new Blocked(reason, before, within);
      }
      const exchange = await ofFirstKey(probe);
      if (exchange.response?.status !== 429) return;
      fail({
        message: 'Another API key also receives 429.',
        expected: 'a success for the first API key',
        actual: describe(exchange as CompleteExchange),
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: within,
    level: 'MUST',
    basis: 'stated',
    requirement: 'An API key that stays within 600 requests per minute does not receive 429.',
    source,
    operations: 'api',
    exhaustsRateLimit: 'optional',
    cost: 0,
    async run(probe) {
      const { target } = probe;
      if (!target.lowerLimit) await expectWholeLimit(probe);
      const { lowerLimit } = target;
      if (!lowerLimit) return;
      fail({
        message: 'An API key receives 429 before it has sent 600 requests in a minute.',
        expected: 'no 429 within 600 requests per minute',
        actual: `429 after ${lowerLimit.admitted} requests, and ${lowerLimit.evidence}`,
        exchange: target.exchanges.find(({ response }) => response?.status === 429),
      });
    },
  },
];
