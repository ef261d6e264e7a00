import { expect, test } from 'vitest';
import { soakReport } from './lib/soak/report.mjs';
import { runSoak } from './lib/soak/run.mjs';

test('the built mock stands a short soak', { timeout: 60_000 }, async () => {
  const outcome = await runSoak({ requests: 1500, seed: 7 }, () => {});
  expect(outcome.judge.wrong).toEqual([]);
  expect(outcome.complaints).toEqual([]);
  expect(outcome.judge.answers).toBeGreaterThanOrEqual(1500);
  expect(soakReport(outcome)).toContain('No wrong answers, no unhandled errors, memory not judged');
});
