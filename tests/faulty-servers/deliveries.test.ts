import { expect, test } from 'vitest';
import { courier } from './deliveries.js';
import { complaints, judge } from './judge.js';

const only = ['webhooks.*', 'idempotency.slow-write-holds-its-key'];

test('a courier without bad habits shows no fault', async () => {
  const report = await judge({ base: 'mock', wrap: courier({}), only });
  expect([...complaints(report)]).toEqual([]);
  const missing = report.results.filter(({ status }) => status !== 'passed').map(({ id }) => id);
  expect(missing).toEqual([]);
});
