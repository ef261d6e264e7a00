import { expect, test } from 'vitest';
import { runningClock, timeStamps } from './clock.js';
import { manualClock } from './testing/manual-clock.js';

test('a running clock starts where it is told and runs with the count', () => {
  let elapsed = 5000;
  const clock = runningClock(Date.parse('2026-06-15T12:00:00Z'), () => elapsed);
  expect(new Date(clock.now()).toISOString()).toBe('2026-06-15T12:00:00.000Z');
  elapsed += 1500.7;
  expect(new Date(clock.now()).toISOString()).toBe('2026-06-15T12:00:01.500Z');
});

test('stamps follow the clock', () => {
  const clock = manualClock('2026-06-15T12:00:00Z');
  const stamps = timeStamps(clock);
  expect([stamps.timestamp(), stamps.date()]).toEqual([
    '2026-06-15T12:00:00Z',
    'Mon, 15 Jun 2026 12:00:00 GMT',
  ]);
  clock.advance(61_000);
  expect([stamps.timestamp(), stamps.date()]).toEqual([
    '2026-06-15T12:01:01Z',
    'Mon, 15 Jun 2026 12:01:01 GMT',
  ]);
});
