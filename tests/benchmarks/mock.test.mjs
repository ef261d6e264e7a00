import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';

test('a quick run measures the built mock, and says what it has seen', { timeout: 60_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(root, 'tests/benchmarks/mock.mjs'),
    '--quick',
  ]);
  const row = (/** @type {string} */ title) => new RegExp(`\\| ${title} +(\\| +[\\d,]+ ){4}\\|`);
  expect(stdout).toMatch(/\| answers a second +\| providers +\| page of 20 +\| breakdown +\| POST, new key/);
  expect(stdout).toMatch(row('this mock'));
  expect(stdout).toContain('the speed of bare node:http, on the slowest read: ');
});
