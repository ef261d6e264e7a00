import { expect, test } from 'vitest';
import { testDataset } from '../../../../tests/support/dataset/dataset.js';

test('daily utilization starts on the first day with costs, however early the requested start', () => {
  const { call } = testDataset({});
  const entries = (start: string) =>
    call('getCommitmentUtilization', { query: { start, granularity: 'monthly' } }).services as any[];
  expect(entries('0001-01-01')).toEqual(entries('2000-01-01'));
  for (const { days } of entries('0001-01-01')) expect(days.length).toBeLessThan(30);
});
