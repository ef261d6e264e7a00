import { expect, test } from 'vitest';
import { goalsOf } from './goals.mjs';

/** @param {Record<string, number>} medians @param {readonly [string, number][]} [starts] */
const results = (medians, starts = []) => ({
  starts: new Map(starts),
  memory: new Map(),
  rates: new Map(
    Object.entries(medians).map(([name, median]) => [name, { median, spread: 0, cpuUs: 1, busy: 0 }]),
  ),
  large: null,
});

test('evaluates the goal for reads by the slowest one', () => {
  const mock = { 'mock providers': 30_000, 'mock page': 30_000, 'mock breakdown': 14_000 };
  const prism = { 'prism providers': 1000, 'prism page': 1000, 'prism breakdown': 1000 };
  expect(goalsOf(results({ ...mock, ...prism }))).toMatchObject([
    { reached: 14, goal: 'at least 15', isMet: false },
  ]);
});

test('evaluates a start-up time by an upper limit, and omits goals that were not measured', () => {
  const starts = /** @type {const} */ ([
    ['mock', 150],
    ['prism', 1000],
  ]);
  expect(goalsOf(results({}, starts))).toEqual([
    { what: "Prism's time to the first response", reached: 0.15, goal: 'at most 0.25', isMet: true },
  ]);
});
