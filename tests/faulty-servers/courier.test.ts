import { expect, test } from 'vitest';
import { courier } from './courier.js';
import { complaints, judge } from './judge.js';

test('a courier without habits of its own has no violation', async () => {
  const only = ['webhooks.*', 'idempotency.slow-write-holds-its-key'];
  const report = await judge({ base: 'mock', change: courier({}), only });
  expect([...complaints(report)]).toEqual([]);
  expect(report.results.filter(({ status }) => status !== 'passed').map(({ id }) => id)).toEqual([]);
});
