import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';

test('a quick run measures the built command, and says what it has seen', { timeout: 120_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(root, 'tests/benchmarks/verify.mjs'),
    '--quick',
  ]);
  expect(stdout).toMatch(/^- \d+\.\d\d s in all, .+ \d{4} verdicts, \d{3,4} requests$/m);
  expect(stdout).toMatch(/met: the whole command: \d+\.\d\d s, at most 3 s/);
});
