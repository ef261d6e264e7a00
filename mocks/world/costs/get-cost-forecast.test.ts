import { expect, test } from 'vitest';
import { worldOf } from '../../../tests/support/world.js';

test.each([
  ['month', 16],
  ['quarter', 16],
  ['year', 200],
])('a forecast with horizon=%s reaches to its end', (horizon, days) => {
  const { ask } = worldOf({ now: '2026-06-15T12:00:00Z' });
  expect(ask('getCostForecast', { query: { horizon } }).days_remaining).toBe(days);
});
