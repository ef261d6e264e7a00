// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './lib/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'count-tests-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

const right = { fullName: 'adds up', status: 'passed', failureMessages: [] };
const wrong = { fullName: 'is dear', status: 'failed', failureMessages: ['Error: expected 1\n    at x.ts'] };

test('reports are added up', () => {
  const one = written('one.json', {
    numTotalTests: 3,
    numPassedTests: 2,
    numFailedTests: 0,
    numPendingTests: 1,
    testResults: [{ name: join(root, 'a.test.ts'), message: '', assertionResults: [right] }],
  });
  expect(countTests(one, one)).toEqual({ status: 0, lines: ['4 passed, 0 failed, 2 skipped'] });
});

test('what failed is named, a test or a file that cannot be loaded', () => {
  const one = written('failed.json', {
    numTotalTests: 2,
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      { name: join(root, 'a.test.ts'), message: '', assertionResults: [right, wrong] },
      { name: join(root, 'b.test.ts'), message: 'Cannot find module', assertionResults: [] },
    ],
  });
  expect(countTests(one).lines).toEqual([
    'FAILED: a.test.ts: is dear',
    '  Error: expected 1',
    'FAILED: b.test.ts',
    '  Cannot find module',
    '1 passed, 1 failed',
  ]);
});

test('a report that is missing, or empty, is a failure', () => {
  expect(countTests(join(folder, 'none.json'))).toEqual({ status: 1, lines: ['0 passed, 0 failed'] });
  expect(countTests(written('empty.json', { numTotalTests: 0, testResults: [] })).status).toBe(1);
});
