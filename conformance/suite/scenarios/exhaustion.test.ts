import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HttpResponse } from '../../engine/http/exchange.js';
import { exhaustLimit, TooSlow } from './exhaustion.js';

/** A whole minute of the clock. */
const minute = 60_000 * 29_000_000;

beforeEach(() => void vi.useFakeTimers({ now: minute }));
afterEach(() => void vi.useRealTimers());

/** Decides whether a request at a time in milliseconds is admitted. */
type Limiter = (limit: number) => (now: number) => boolean;

const windowAt =
  (startOf: (now: number, before: number) => number): Limiter =>
  (limit) => {
    let start = Number.NEGATIVE_INFINITY;
    let count = 0;
    return (now) => {
      const current = startOf(now, start);
      if (current !== start) count = 0;
      start = current;
      count += 1;
      return count <= limit;
    };
  };

const limiters: Readonly<Record<string, Limiter>> = {
  'a window aligned to the clock': windowAt((now) => Math.floor(now / 60_000) * 60_000),
  'a window from the first request': windowAt((now, start) => (now - start < 60_000 ? start : now)),
  'a log of the last minute': (limit) => {
    let times: number[] = [];
    return (now) => {
      times = times.filter((at) => at > now - 60_000);
      return times.length < limit && times.push(now) > 0;
    };
  },
  'a counter that weighs the previous window': (limit) => {
    const counts = new Map<number, number>();
    return (now) => {
      const window = Math.floor(now / 60_000);
      const before = (counts.get(window - 1) ?? 0) * (1 - (now % 60_000) / 60_000);
      const count = counts.get(window) ?? 0;
      const isAdmitted = before + count < limit;
      if (isAdmitted) counts.set(window, count + 1);
      return isAdmitted;
    };
  },
  'a token bucket': (limit) => {
    let tokens = limit;
    let at = Date.now();
    return (now) => {
      tokens = Math.min(limit, tokens + ((now - at) / 60_000) * limit);
      at = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    };
  },
};

/** A run against a limiter whose responses take `latency` ms each, one after the other. */
function runAgainst(
  admits: (now: number) => boolean,
  {
    latency = 2,
    earlier = 0,
    headers = {} as Record<string, string>,
    othersEvery = Number.POSITIVE_INFINITY,
  } = {},
) {
  let sent = 0;
  const send = async () => {
    vi.setSystemTime(Date.now() + latency);
    sent += 1;
    if (sent % othersEvery === 0) admits(Date.now());
    const status = admits(Date.now()) ? 200 : 429;
    return { response: { status, headers: status === 429 ? headers : {}, json: undefined } as HttpResponse };
  };
  const refusalIn = (batch: readonly { response: HttpResponse }[]) =>
    batch.find(({ response }) => response.status === 429);
  const wait = vi.fn(async (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000));
  return { result: () => exhaustLimit({ send, refusalIn, earlier, wait }), wait, sent: () => sent };
}

const starts = Array.from({ length: 30 }, (_, index) => index * 2_000);

describe.each(Object.entries(limiters))('%s', (_, limiter) => {
  test.each([2, 20, 40])(
    'of 600 is never higher, whenever the run starts, at %d ms a response',
    async (latency) => {
      for (const start of starts) {
        vi.setSystemTime(minute + start + 1);
        const { isHigher, last } = await runAgainst(limiter(600), { latency }).result();
        expect([isHigher, last.response?.status]).toEqual([false, 429]);
      }
    },
  );

  test.each([1000, 700, 1150])('of %d is higher', async (limit) => {
    for (const start of [0, 30_000]) {
      vi.setSystemTime(minute + start + 1);
      expect((await runAgainst(limiter(limit)).result()).isHigher).toBe(true);
    }
  });
});

test('a limit of 600 takes 601 requests, also if some were sent before', async () => {
  const limiter = limiters['a log of the last minute']?.(600) ?? (() => true);
  for (let count = 0; count < 40; count += 1) limiter(Date.now());
  const { result, sent } = runAgainst(limiter, { earlier: 40 });
  expect(await result()).toMatchObject({ admitted: 560, isHigher: false });
  expect(sent()).toBe(561);
});

test('a stated limit that agrees with the requests is higher without a wait', async () => {
  const headers = { 'ratelimit-policy': '"default";q=1000;w=60' };
  const { result, wait } = runAgainst(limiters['a log of the last minute']?.(1000) ?? (() => true), {
    headers,
  });
  expect((await result()).isHigher).toBe(true);
  expect(wait).not.toHaveBeenCalled();
});

test('no limit is found after twice the limit', async () => {
  const { result, sent } = runAgainst(() => true);
  expect((await result()).last.response?.status).toBe(200);
  expect(sent()).toBeLessThan(1300);
});

test('a server that is too slow is not judged', async () => {
  await expect(runAgainst(() => true, { latency: 200 }).result()).rejects.toThrow(TooSlow);
});
