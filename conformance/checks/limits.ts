import type { Check } from '../check.js';
import { describe } from '../expect/response.js';
import { type CompleteExchange, type Exchange, hasResponse, isSuccess } from '../http/exchange.js';
import { Blocked, fail } from '../outcome.js';
import type { Probe } from '../probe.js';
import { requestTo } from '../requests.js';

const source = 'Limits: request rate';

/** Twice the limit: a window that slides or starts anew in between lets no more than that through. */
const mostRequests = 1200;
const atOnce = 25;

const stories = new WeakMap<object, Promise<Exchange>>();

/** Spends the third key; the last exchange is the first that was refused, or the last of all. */
function spend({ target }: Probe): Promise<Exchange> {
  const known = stories.get(target);
  if (known) return known;
  const keyedWriteCheck = (async () => {
    const plan = { ...requestTo('listProviders'), as: 'spare' as const };
    const begun = Date.now();
    for (let sent = 0; ; sent += atOnce) {
      const batch = await Promise.all(
        Array.from({ length: atOnce }, () =>
          target.send(plan, { again: true, atOnce: true, allow429: true, unrecorded: true }),
        ),
      );
      const refused = batch.find((exchange) => !isSuccess(exchange));
      if (refused) return refused;
      if (sent + atOnce >= mostRequests) return batch[0] as Exchange;
      if (Date.now() - begun > 60_000)
        throw new Blocked('the target is too slow to reach its limit in a minute');
    }
  })();
  stories.set(target, keyedWriteCheck);
  return keyedWriteCheck;
}

async function refused(probe: Probe): Promise<CompleteExchange> {
  const exchange = await spend(probe);
  if (!hasResponse(exchange)) throw new Blocked(`the target gave no answer: ${exchange.failure}`, exchange);
  return exchange;
}

function notLimited({ response }: CompleteExchange): Blocked {
  return new Blocked(`no 429 came, but ${response.status}`, undefined, 'limits.rate-limit-is-enforced');
}

/** @throws {Finding} when a 429 does not say when to come back */
function expectRetryAfter(exchange: CompleteExchange): void {
  const value = exchange.response.headers['retry-after'];
  if (value !== undefined && /^\d+$/.test(value)) return;
  fail({
    message: 'A 429 does not say when to come back.',
    expected: 'Retry-After: a number of seconds',
    actual: `Retry-After: ${value ?? 'absent'}`,
    exchange,
  });
}

export const limitChecks: readonly Check[] = [
  {
    kind: 'probe',
    id: 'limits.rate-limit-is-enforced',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'An API key that sends more than 600 requests a minute is answered with 429 RATE_LIMIT_EXCEEDED.',
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
            ? `${mostRequests} requests in a minute were all answered.`
            : 'The limit is told otherwise.',
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
    requirement: 'A 429 says with Retry-After, in whole seconds, when to come back.',
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
    requirement: 'A key that has used up its requests does not slow another one.',
    source: 'Limits: per API key',
    operations: 'api',
    exhaustsRateLimit: true,
    async run(probe) {
      const spent = await refused(probe);
      if (spent.response.status !== 429) throw notLimited(spent);
      const exchange = await probe.send(requestTo('listProviders'), { again: true, allow429: true });
      if (exchange.response.status !== 429) return;
      fail({
        message: 'Another API key is refused as well.',
        expected: 'a success for the first API key',
        actual: describe(exchange),
        exchange,
      });
    },
  },
];
