import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../../http/exchange.js';
import { type LimitsOf, LimitWatch } from './limit-watch.js';
import { RateLimiter } from './rate-limiter.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const limits: LimitsOf = {
  rateLimit: 600,
  statedLimit: ({ headers }) => {
    const text = headers['x-limit'];
    return text === undefined ? undefined : { perMinute: Number(text), text: `x-limit: ${text}` };
  },
};

const wait = async (ms: number) => void vi.advanceTimersByTime(ms);

/** A server that admits requests by a rule, and a run that sends with its first key until the first 429. */
function runAgainst(
  admits: (as: Caller) => boolean,
  { keys = ['caller', 'second_caller', 'spare'], headers = {} as Record<string, string> } = {},
) {
  const limiter = new RateLimiter();
  const sendAs = async (as: Caller) => {
    limiter.note(as);
    const status = admits(as) ? 200 : 429;
    if (status === 200) limiter.admitted(as);
    return { status };
  };
  const watch = new LimitWatch(limiter, limits, (as) => keys.includes(as), sendAs, wait);
  const refusal = { status: 429, headers, body: '', json: undefined, durationMs: 1, repeatsKey: false };
  const untilRefused = async () => {
    while ((await sendAs('caller')).status !== 429);
    return watch.isLower('caller', refusal);
  };
  return { watch, limiter, untilRefused };
}

/** A limit per key and minute; other programs have already sent some requests. */
function perMinute(limit: number, others: Partial<Record<Caller, number>> = {}) {
  const windows = new Map<Caller, { startedAt: number; left: number }>();
  return (as: Caller): boolean => {
    const known = windows.get(as);
    const isCurrent = known && Date.now() - known.startedAt < 60_000;
    const window = isCurrent
      ? known
      : { startedAt: Date.now(), left: limit - (known ? 0 : (others[as] ?? 0)) };
    windows.set(as, window);
    window.left -= 1;
    return window.left >= 0;
  };
}

/** A limit per second, with a burst. */
function perSecond(limit: number, burst: number) {
  const buckets = new Map<Caller, { left: number; at: number }>();
  return (as: Caller): boolean => {
    const { left, at } = buckets.get(as) ?? { left: burst, at: Date.now() };
    const refilled = Math.min(burst, left + ((Date.now() - at) / 1000) * limit);
    buckets.set(as, { left: refilled >= 1 ? refilled - 1 : refilled, at: Date.now() });
    return refilled >= 1;
  };
}

test('a limit is lower if the 429 states it', async () => {
  const { watch, untilRefused } = runAgainst(perMinute(100), { headers: { 'x-limit': '100' } });
  expect(await untilRefused()).toBe(true);
  expect(watch.lower).toEqual({
    admitted: 100,
    evidence: 'the response states it (x-limit: 100)',
  });
});

test('a limit is lower if another key receives 429 after as many requests', async () => {
  const { watch, untilRefused } = runAgainst(perMinute(100));
  expect(await untilRefused()).toBe(true);
  expect(watch.lower?.evidence).toBe('the third API key also receives 429 after 100 requests');
});

test('a limit is lower if a key without another receives 429 after as many requests again', async () => {
  const { watch, untilRefused } = runAgainst(perMinute(100), { keys: ['caller'] });
  expect(await untilRefused()).toBe(false);
  await wait(60_000);
  expect(await untilRefused()).toBe(true);
  expect(watch.lower?.evidence).toBe(
    'the key received 429 after 100 requests, and after 100 more within 60 s',
  );
});

test('a limit per second that is lower than stated is found', async () => {
  const { untilRefused } = runAgainst(perSecond(2, 100));
  expect(await untilRefused()).toBe(true);
});

test.each([
  ['the limit was used by another program', perMinute(600, { caller: 400 })],
  [
    'the limits of all keys were used by other programs',
    perMinute(600, { caller: 400, spare: 600, second_caller: 90 }),
  ],
  ['other programs left few requests', perMinute(600, { caller: 590, spare: 588 })],
  ['the limit is 10 requests per second', perSecond(10, 100)],
])('a limit is not lower if %s', async (_, admits) => {
  const { watch, limiter, untilRefused } = runAgainst(admits);
  expect(await untilRefused()).toBe(false);
  expect(watch.lower).toBeUndefined();
  // The comparison itself stays within the limit.
  expect(limiter.count('spare')).toBeLessThan(600);
});

test('a limit is not lower if the key was used by another program before and after a wait', async () => {
  const { untilRefused } = runAgainst(perSecond(10, 100), { keys: ['caller'] });
  expect(await untilRefused()).toBe(false);
  await wait(10_000);
  expect(await untilRefused()).toBe(false);
});

test('equal counts show no lower limit after a request was lost, which the server may have counted', async () => {
  const { watch, untilRefused } = runAgainst(perMinute(570));
  watch.hasLost = true;
  expect(await untilRefused()).toBe(false);

  const known = runAgainst(perMinute(570));
  expect(await known.untilRefused()).toBe(true);
});
