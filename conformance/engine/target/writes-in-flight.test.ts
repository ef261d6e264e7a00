import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Receipt, unread } from './transport.js';
import { WritesInFlight } from './writes-in-flight.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lost: Receipt = { ...unread('the run was stopped'), isLost: true };

/** A write that ends only when it is aborted. */
const endless = (signal: AbortSignal) =>
  new Promise<Receipt>((resolve) => signal.addEventListener('abort', () => resolve(lost)));

test('counts a write until its response is received', async () => {
  const writes = new WritesInFlight(new AbortController().signal);
  const sent = writes.send(async () => unread('not read'));
  expect(writes.count).toBe(1);
  await sent;
  expect(writes.count).toBe(0);
});

test('aborts a write one second after the run was stopped, and still counts it', async () => {
  const stop = new AbortController();
  const writes = new WritesInFlight(stop.signal);
  const sent = writes.send(endless);
  stop.abort();
  vi.advanceTimersByTime(999);
  expect(await Promise.race([sent, 'still waiting'])).toBe('still waiting');
  vi.advanceTimersByTime(1);
  expect(await sent).toBe(lost);
  expect(writes.count).toBe(1);
});

test('does not count a write that failed before the run was stopped', async () => {
  const writes = new WritesInFlight(new AbortController().signal);
  await writes.send(async () => lost);
  expect(writes.count).toBe(0);
});
