import { rateLimit } from '../../../src/contract/limits.js';
import { operations } from '../../../src/generated/operations.js';
import { getOrInsert } from '../../../src/get-or-insert.js';
import type { Check } from '../../engine/check.js';
import {
  type Caller,
  type CompleteExchange,
  type Exchange,
  hasResponse,
  isSuccess,
  type RequestPlan,
} from '../../engine/http/exchange.js';
import { Blocked, fail, NotApplicable } from '../../engine/judge/outcome.js';
import type { Probe } from '../../engine/run/probe.js';
import { isServerError } from '../../engine/run/server-error.js';
import { recommended, stated } from '../claims.js';
import { isSimpleRead, requestTo } from '../contract.js';
import { describe } from '../expect/response.js';
import { type Exhausted, exhaustLimit, TooSlow } from '../scenarios/exhaustion.js';

const within = 'limits.no-429-within-the-limit';

interface Exhaustion extends Exhausted<Exchange> {
  /** The first key's request before the third key's limit was exhausted. */
  readonly before: Exchange;
  /** Number of requests that were admitted within a minute before the refusal. */
  readonly counted: number;
}

const exhausted = new WeakMap<object, Promise<Exhaustion>>();

/** Returns a read that the server implements. */
function read({ target }: Probe, as: Caller): RequestPlan {
  const ids = operations.filter(isSimpleRead).map(({ operationId }) => operationId);
  const implemented = ids.filter((id) => target.withheld(id) === undefined);
  const [first = 'listProviders'] = implemented;
  return requestTo(implemented.includes('listProviders') ? 'listProviders' : first, { as });
}

const anyResponse = { again: true, allow429: true, allow5xx: true };

const ofFirstKey = (probe: Probe) => probe.target.send(read(probe, 'caller'), anyResponse);

/** Returns a refusal; a few responses of 5xx are none. */
function refusalIn(batch: readonly Exchange[]): Exchange | undefined {
  const failed = batch.filter((exchange) => !isSuccess(exchange));
  const isBroken = batch.length > 1 && failed.length > batch.length / 2;
  const isRefused = isBroken || !failed.every(isServerError);
  return isRefused ? (failed.find((exchange) => !isServerError(exchange)) ?? failed[0]) : undefined;
}

/** Exhausts the rate limit of the third key. */
async function exhaust(probe: Probe): Promise<Exhaustion> {
  const { target } = probe;
  const before = await ofFirstKey(probe);
  const plan = read(probe, 'spare');
  const options = { ...anyResponse, attempts: 1, atOnce: true, unrecorded: true };
  try {
    const result = await exhaustLimit({
      send: () => target.send(plan, options),
      refusalIn,
      earlier: target.counted('spare'),
      wait: (seconds) => target.waitForReset('spare', seconds),
    });
    return { ...result, before, counted: target.counted('spare') };
  } catch (error) {
    if (error instanceof TooSlow)
      throw new Blocked('the target is too slow to reach its rate limit within a minute');
    throw error;
  }
}

async function exhaustion(probe: Probe) {
  const { last, ...rest } = await getOrInsert(exhausted, probe.target, () => exhaust(probe));
  if (!hasResponse(last)) throw new Blocked(`the target returned no response: ${last.failure}`, last);
  return { ...rest, refusal: last };
}

/**
 * Exhausts the third key's rate limit. If the target refuses it early, sets `lowerLimit` if that is certain.
 *
 * @throws {NotApplicable} if another program may have used the key
 */
async function expectWholeLimit(probe: Probe): Promise<void> {
  probe.expectSpare();
  const { refusal, counted } = await exhaustion(probe);
  if (refusal.response.status !== 429) throw notLimited(refusal);
  if (counted >= rateLimit) return;
  if (await probe.target.isLower('spare', refusal.response)) return;
  throw new NotApplicable(
    `the third API key received 429 after ${counted} requests of this run, and other programs may use it too`,
  );
}

function notLimited({ response }: CompleteExchange): Blocked {
  const reason = `the target returned ${response.status} instead of 429`;
  return new Blocked(reason, undefined, 'limits.rate-limit-is-enforced');
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

/** What these checks have in common. */
const ofLimit = {
  ...stated,
  source: 'Limits: request rate',
  operations: 'api',
  exhaustsRateLimit: true,
} as const;

export const limitChecks: readonly Check[] = [
  {
    id: 'limits.rate-limit-is-enforced',
    ...ofLimit,
    requirement: 'An API key that exceeds 600 requests per minute receives 429 RATE_LIMIT_EXCEEDED.',
    requests: 0,
    async run(probe) {
      const { refusal: exchange, admitted, isHigher } = await exhaustion(probe);
      const { status, json } = exchange.response;
      const isRefusal =
        status === 429 && json?.success === false && json?.error?.code === 'RATE_LIMIT_EXCEEDED';
      if (isRefusal && !isHigher) return;
      const message =
        isRefusal || status < 300
          ? 'An API key is admitted more than 600 times in a minute.'
          : 'The rate limit is not reported as 429 RATE_LIMIT_EXCEEDED.';
      fail({
        message,
        expected: 'status 429 with code RATE_LIMIT_EXCEEDED after 600 requests',
        actual:
          isRefusal || status < 300 ? `${describe(exchange)} after ${admitted} requests` : describe(exchange),
        exchange,
      });
    },
  },
  {
    id: 'limits.retry-after-is-sent',
    ...ofLimit,
    ...recommended,
    requirement: 'A 429 response has Retry-After in whole seconds.',
    source: 'Errors, rule 1',
    requests: 0,
    async run(probe) {
      const { refusal } = await exhaustion(probe);
      if (refusal.response.status !== 429) throw notLimited(refusal);
      expectRetryAfter(refusal);
    },
    onTraffic: {
      when: ({ response }) => response.status === 429 && !response.lacksHeaders,
      run: expectRetryAfter,
    },
  },
  {
    id: 'limits.other-keys-are-not-affected',
    ...ofLimit,
    requirement: 'Exhausting the rate limit of one API key does not affect another.',
    source: 'Limits: per API key',
    async run(probe) {
      const { before, refusal } = await exhaustion(probe);
      if (refusal.response.status !== 429) throw notLimited(refusal);
      if (before.response?.status === 429) {
        const reason = 'the rate limit of the first API key was already reached';
        throw new Blocked(reason, before, within);
      }
      const exchange = await ofFirstKey(probe);
      if (exchange.response?.status !== 429) return;
      if (probe.target.lowerLimit) {
        const reason = 'the first API key may have reached its own rate limit, which is lower than stated';
        throw new Blocked(reason, exchange, within);
      }
      fail({
        message: 'Another API key also receives 429.',
        expected: 'a success for the first API key',
        actual: describe(exchange as CompleteExchange),
        exchange,
      });
    },
  },
  {
    id: within,
    ...ofLimit,
    requirement: 'An API key that stays within 600 requests per minute does not receive 429.',
    exhaustsRateLimit: 'optional',
    requests: 0,
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
