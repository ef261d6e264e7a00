import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Receipt, unread } from './transport.js';
import { WritesInFlight } from './writes-in-flight.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lost: Receipt = { ...unread('the run was stopped'), isLost: true };

/** A write that ends when it is cut off. */
const endless = (signal: AbortSignal) =>
  new Promise<Receipt>((resolve) => signal.addEventListener('abort', () => resolve(lost)));

test('a write counts until its response was received', async () => {
  const writes = new WritesInFlight(new AbortController().signal);
  const sent = writes.send(async () => unread('not read'));
  expect(writes.count).toBe(1);
  await sent;
  expect(writes.count).toBe(0);
});

test('a write is cut off a second after the run was stopped, and stays counted', async () => {
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

test('a write that failed before the stop created nothing', async () => {
  const writes = new WritesInFlight(new AbortController().signal);
  await writes.send(async () => lost);
  expect(writes.count).toBe(0);
});
