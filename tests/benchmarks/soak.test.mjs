import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { soakReport } from './lib/soak/report.mjs';
import { runSoak } from './lib/soak/run.mjs';

test('the built mock stands a short soak', { timeout: 60_000 }, async () => {
  const outcome = await runSoak({ requests: 1500, seed: 7 }, () => {});
  expect(outcome.judge.wrong).toEqual([]);
  expect(outcome.complaints).toEqual([]);
  expect(outcome.judge.answers).toBeGreaterThanOrEqual(1500);
  expect(soakReport(outcome)).toContain('No wrong answers, no unhandled errors, memory not judged');
});

test('what is no number of requests is told, and nothing is started', () => {
  const program = join(root, 'tests/benchmarks/soak.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program, '--requests', 'many'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, '--requests is a whole number above 0, not many.\n']);
});
