import { expect, test } from 'vitest';
import { worldOf } from '../../../tests/support/world.js';

test('utilization is told from the first day with costs, however long the window', () => {
  const { ask } = worldOf({});
  const entries = (start: string) =>
    ask('getCommitmentUtilization', { query: { start, granularity: 'monthly' } }).services as any[];
  expect(entries('0001-01-01')).toEqual(entries('2000-01-01'));
  for (const { days } of entries('0001-01-01')) expect(days.length).toBeLessThan(30);
});
