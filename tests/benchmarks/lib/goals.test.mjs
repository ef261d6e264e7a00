import { expect, test } from 'vitest';
import { goalsOf } from './goals.mjs';

/** @param {Record<string, number>} medians */
const results = (medians) => ({
  starts: new Map([
    ['mock', 150],
    ['prism', 1000],
  ]),
  memory: new Map(),
  rates: new Map(
    Object.entries(medians).map(([name, median]) => [
      name,
      { median, spread: 0, cpuUs: 1, bytes: 1, busy: 0 },
    ]),
  ),
  large: null,
});

test('a goal for reads is about the slowest of them', () => {
  const goals = goalsOf(
    results({
      'mock providers': 30_000,
      'mock page': 30_000,
      'mock breakdown': 14_000,
      'prism providers': 1000,
      'prism page': 1000,
      'prism breakdown': 1000,
    }),
  );
  expect(goals[0]).toMatchObject({ reached: 14, goal: 'at least 15', isMet: false });
});

test('a time to start is met by being shorter', () => {
  expect(goalsOf(results({}))).toEqual([
    { what: "Prism's time to the first answer", reached: 0.15, goal: 'at most 0.25', isMet: true },
  ]);
});

test('what was not measured is no goal met, and none missed', () => {
  const [, ...others] = goalsOf(results({ 'mock post': 10, 'ready post': 20 }));
  expect(others).toHaveLength(1);
  expect(goalsOf({ ...results({}), starts: new Map() })).toEqual([]);
});
