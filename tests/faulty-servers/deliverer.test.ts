import { expect, test } from 'vitest';
import { deliverer } from './deliverer.js';
import { complaints, judge } from './judge.js';

test('a deliverer without injected faults has no violation', async () => {
  const only = ['webhooks.*', 'idempotency.slow-write-holds-its-key'];
  const report = await judge({ base: 'mock', change: deliverer({}), only });
  expect([...complaints(report)]).toEqual([]);
  expect(report.results.filter(({ status }) => status !== 'passed').map(({ id }) => id)).toEqual([]);
});
