import { expect, test } from 'vitest';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { controlledClock, parseTimestamp, timeStamps } from './clock.js';

const setUp = () => {
  const monotonic = { elapsed: 5000 };
  const clock = controlledClock(Date.parse('2026-06-15T12:00:00Z'), () => monotonic.elapsed);
  return { monotonic, clock, shown: () => new Date(clock.now()).toISOString() };
};

test('starts at the given time and runs with the monotonic clock', () => {
  const { monotonic, shown } = setUp();
  expect(shown()).toBe('2026-06-15T12:00:00.000Z');
  monotonic.elapsed += 1500.7;
  expect(shown()).toBe('2026-06-15T12:00:01.500Z');
});

test('does not advance while frozen, and resumes from the same time', () => {
  const { monotonic, clock, shown } = setUp();
  clock.freeze();
  expect(clock.isFrozen()).toBe(true);
  monotonic.elapsed += 60_000;
  expect(shown()).toBe('2026-06-15T12:00:00.000Z');
  clock.resume();
  expect(clock.isFrozen()).toBe(false);
  monotonic.elapsed += 1000;
  expect(shown()).toBe('2026-06-15T12:00:01.000Z');
});

test('can be set while running and while frozen', () => {
  const { monotonic, clock, shown } = setUp();
  clock.set(Date.parse('2027-01-01T00:00:00Z'));
  monotonic.elapsed += 1000;
  expect(shown()).toBe('2027-01-01T00:00:01.000Z');
  clock.freeze();
  clock.set(Date.parse('2025-01-01T00:00:00Z'));
  monotonic.elapsed += 1000;
  expect(shown()).toBe('2025-01-01T00:00:00.000Z');
});

test('formats the current time of the clock', () => {
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

test.each([
  ['2026-06-15', '2026-06-15T00:00:00.000Z'],
  ['2026-06-15T14:00+02:00', '2026-06-15T12:00:00.000Z'],
  ['2026-06-15T12:00:00.25Z', '2026-06-15T12:00:00.250Z'],
])('parses %s', (text, time) => {
  expect(new Date(parseTimestamp(text)).toISOString()).toBe(time);
});

test.each([
  'soon',
  '2026',
  'June 15, 2026',
  '2026-06-15T12:00:00',
  '2026-02-30T00:00:00Z',
  '2026-06-15T25:00Z',
])('rejects %s', (text) => {
  expect(() => parseTimestamp(text)).toThrow('Invalid timestamp');
  expect(() => parseTimestamp(text.repeat(1000))).toThrow(/^.{1,130}$/s);
});
