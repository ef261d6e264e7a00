import { expect, test, vi } from 'vitest';
import { complaints, judge } from '../faulty-servers/judge.js';
import { readings } from './other-readings.js';

vi.setConfig({ testTimeout: 120_000 });

test.each(readings)('finds no violation on a server with %s', async (_, change) => {
  const report = await judge({ base: 'mock', change });
  expect([...complaints(report)].filter(([, message]) => !message.startsWith('warned'))).toEqual([]);
  expect(report.summary.errored).toBe(0);
  expect(report.summary.passed).toBeGreaterThan(1000);
});
