import { expect, test } from 'vitest';
import { testDataset } from '../../../tests/support/dataset/dataset.js';

test.each([
  ['month', 16],
  ['quarter', 16],
  ['year', 200],
])('a forecast with horizon=%s covers the rest of the period', (horizon, days) => {
  const { call } = testDataset({ now: '2026-06-15T12:00:00Z' });
  expect(call('getCostForecast', { query: { horizon } }).days_remaining).toBe(days);
});
