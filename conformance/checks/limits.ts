import type { Check } from '../check.js';
import { describe } from '../expect/response.js';
import { type CompleteExchange, type Exchange, hasResponse, isSuccess } from '../http/exchange.js';
import { Blocked, fail } from '../outcome.js';
import type { Probe } from '../probe.js';
import { requestTo } from '../requests.js';

const source = 'Limits: request rate';

/** Twice the limit: neither a sliding window nor a fixed one that restarts admits more. */
const mostRequests = 1200;
const batchSize = 25;

const exhausted = new WeakMap<object, Promise<Exchange>>();

/** Exhausts the rate limit of the third key, and returns the first refusal, or the last success if there is none. */
function exhaust({ target }: Probe): Promise<Exchange> {
  const running = exhausted.get(target);
  if (running) return running;
  const exchange = (async () => {
    const plan = { ...requestTo('listProviders'), as: 'spare' as const };
    const begun = Date.now();
    for (let sent = 0; ; sent += batchSize) {
      const batch = await Promise.all(
        Array.from({ length: batchSize }, () =>
          target.send(plan, { again: true, atOnce: true, allow429: true, unrecorded: true }),
        ),
      );
      const refused = batch.find((exchange) => !isSuccess(exchange));
      if (refused) return refused;
      if (sent + batchSize >= mostRequests) return batch[0] as Exchange;
      if (Date.now() - begun > 60_000)
        throw new Blocked('the target is too slow to reach its rate limit within a minute');
    }
  })();
  exhausted.set(target, exchange);
  return exchange;
}

async function refused(probe: Probe): Promise<CompleteExchange> {
  const exchange = await exhaust(probe);
  if (!hasResponse(exchange))
    throw new Blocked(`the target returned no response: ${exchange.failure}`, exchange);
  return exchange;
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
      const exchange = await refused(probe);
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
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A 429 response has Retry-After in whole seconds.',
    source: 'Errors, rule 1',
    operations: 'api',
    exhaustsRateLimit: true,
    cost: 0,
    async run(probe) {
      const exchange = await refused(probe);
      if (exchange.response.status !== 429) throw notLimited(exchange);
      expectRetryAfter(exchange);
    },
    watch: {
      when: ({ response }) => response.status === 429,
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
      const refusal = await refused(probe);
      if (refusal.response.status !== 429) throw notLimited(refusal);
      const exchange = await probe.send(requestTo('listProviders'), { again: true, allow429: true });
      if (exchange.response.status !== 429) return;
      fail({
        message: 'Another API key also receives 429.',
        expected: 'a success for the first API key',
        actual: describe(exchange),
        exchange,
      });
    },
  },
];
