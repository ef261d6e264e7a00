// @ts-check
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.js';
import { root } from './lib/paths.mjs';

const folder = temporaryFolder('count-tests');

const countTests = (/** @type {string[]} */ ...reports) => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/count-tests.mjs', ...reports], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
};

const written = (/** @type {string} */ name, /** @type {object} */ report) => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(report));
  return path;
};

const passed = { fullName: 'adds up', status: 'passed', failureMessages: [] };
const failed = { fullName: 'is slow', status: 'failed', failureMessages: ['Error: expected 1\n    at x.ts'] };

test('adds up reports', () => {
  const one = written('one.json', {
    numTotalTests: 3,
    numPassedTests: 2,
    numFailedTests: 0,
    numPendingTests: 1,
    testResults: [{ name: join(root, 'a.test.ts'), message: '', assertionResults: [passed] }],
  });
  expect(countTests(one, one)).toEqual({ status: 0, lines: ['4 passed, 0 failed, 2 skipped'] });
});

test('lists failed tests and files that cannot be loaded', () => {
  const one = written('failed.json', {
    numTotalTests: 2,
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      { name: join(root, 'a.test.ts'), message: '', assertionResults: [passed, failed] },
      { name: join(root, 'b.test.ts'), message: 'Cannot find module', assertionResults: [] },
    ],
  });
  expect(countTests(one).lines).toEqual([
    'FAILED: a.test.ts: is slow',
    '  Error: expected 1',
    'FAILED: b.test.ts',
    '  Cannot find module',
    '1 passed, 1 failed',
  ]);
});

test('fails if a report is missing or empty', () => {
  expect(countTests(join(folder, 'none.json'))).toEqual({ status: 1, lines: ['0 passed, 0 failed'] });
  expect(countTests(written('empty.json', { numTotalTests: 0, testResults: [] })).status).toBe(1);
});
