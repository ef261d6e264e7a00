import { expect, test } from 'vitest';
import { manualClock } from '../tests/support/mock/manual-clock.js';
import { controlledClock, momentOf, timeStamps } from './clock.js';

const setUp = () => {
  const count = { elapsed: 5000 };
  const clock = controlledClock(Date.parse('2026-06-15T12:00:00Z'), () => count.elapsed);
  return { count, clock, shown: () => new Date(clock.now()).toISOString() };
};

test('it starts where it is told and runs with the count', () => {
  const { count, shown } = setUp();
  expect(shown()).toBe('2026-06-15T12:00:00.000Z');
  count.elapsed += 1500.7;
  expect(shown()).toBe('2026-06-15T12:00:01.500Z');
});

test('it stands while it is frozen, and then runs on from there', () => {
  const { count, clock, shown } = setUp();
  clock.freeze();
  expect(clock.isFrozen()).toBe(true);
  count.elapsed += 60_000;
  expect(shown()).toBe('2026-06-15T12:00:00.000Z');
  clock.resume();
  expect(clock.isFrozen()).toBe(false);
  count.elapsed += 1000;
  expect(shown()).toBe('2026-06-15T12:00:01.000Z');
});

test('it can be set, running or not', () => {
  const { count, clock, shown } = setUp();
  clock.set(Date.parse('2027-01-01T00:00:00Z'));
  count.elapsed += 1000;
  expect(shown()).toBe('2027-01-01T00:00:01.000Z');
  clock.freeze();
  clock.set(Date.parse('2025-01-01T00:00:00Z'));
  count.elapsed += 1000;
  expect(shown()).toBe('2025-01-01T00:00:00.000Z');
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

test.each([
  ['2026-06-15', '2026-06-15T00:00:00.000Z'],
  ['2026-06-15T14:00+02:00', '2026-06-15T12:00:00.000Z'],
  ['2026-06-15T12:00:00.25Z', '2026-06-15T12:00:00.250Z'],
])('%s is a moment', (written, moment) => {
  expect(new Date(momentOf(written)).toISOString()).toBe(moment);
});

test.each([
  'soon',
  '2026',
  'June 15, 2026',
  '2026-06-15T12:00:00',
  '2026-02-30T00:00:00Z',
  '2026-06-15T25:00Z',
])('%s is none, or not the same one everywhere', (written) => {
  expect(() => momentOf(written)).toThrow('is not a date such as');
});
