import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMock } from '../mocks/index.js';
import { runChecks } from './suite/run.js';

/** Waits of the run, with their ends. They end when no request is in flight: the clock then jumps to the first. */
const waits = new Map<() => void, number>();
const wait = (ms: number) => new Promise<void>((resolve) => void waits.set(resolve, Date.now() + ms));

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Lets waits end in their order, without waiting. */
function jump(): void {
  const [end] = [...waits.values()].sort((a, b) => a - b);
  if (end === undefined) return;
  vi.advanceTimersByTime(Math.max(0, end - Date.now()));
  for (const [resolve, at] of waits) {
    if (at <= end && waits.delete(resolve)) resolve();
  }
}

async function runWith(rate: number | undefined) {
  const keys = ['one_test_caller', 'one_test_second_caller'];
  const mock = await createMock({ keys, rateLimit: 100 });
  let inFlight = 0;
  let refused = 0;
  let idle = 0;
  const timer = setInterval(() => {
    idle = inFlight === 0 ? idle + 1 : 0;
    if (idle > 2) jump();
  }, 0);
  try {
    const report = await runChecks({
      target: 'http://mock.example',
      apiKeys: keys,
      allowWrites: true,
      wait,
      ...(rate === undefined ? {} : { rate }),
      fetch: async (request) => {
        inFlight += 1;
        try {
          const response = await mock.fetch(request);
          if (response.status === 429) refused += 1;
          return response;
        } finally {
          inFlight -= 1;
        }
      },
    });
    return { report, refused };
  } finally {
    clearInterval(timer);
    await mock.close();
  }
}

test('a run at the rate of a lower limit has every verdict', { timeout: 120_000 }, async () => {
  const { report, refused } = await runWith(100);
  expect(report.requests.caller).toBeGreaterThan(100);
  expect(refused).toBe(0);
  expect(report.summary).toMatchObject({ failed: 0, blocked: 0, errored: 0 });
});

test('a run without a rate loses verdicts', { timeout: 120_000 }, async () => {
  const { report, refused } = await runWith(undefined);
  expect(refused).toBeGreaterThan(0);
  expect(report.summary.blocked).toBeGreaterThan(0);
});
