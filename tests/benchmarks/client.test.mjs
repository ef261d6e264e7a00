import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';

test('a quick run measures the built client, and says what it has seen', { timeout: 60_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(root, 'tests/benchmarks/client.mjs'),
    '--quick',
  ]);
  expect(stdout).toMatch(/\| µs per call +\| +four providers \| +page of 20 \| +page of 100 \|/);
  expect(stdout.match(/\| the client +(\| +\d+ \([+−]\d+\) ){3}\|/g)).toHaveLength(2);
  expect(stdout).toMatch(/smallest read is \d+\.\d % of 2 ms/);
});
