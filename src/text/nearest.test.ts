import { expect, test } from 'vitest';
import { nearest } from './nearest.js';

const names = ['port', 'retries', '--reporter', '--profile', '--only', 'errors.code-fits-status'];

test.each([
  ['--reportr', '--reporter'],
  ['--report', '--reporter'],
  ['--profiel', '--profile'],
  ['errors.code-fit-status', 'errors.code-fits-status'],
  ['prot', 'port'],
  ['retry', 'retries'],
  ['ret', undefined],
  ['--verbose', undefined],
  ['', undefined],
])('suggests for %s: %s', (name, suggestion) => {
  expect(nearest(name, names)).toBe(suggestion);
});

test('suggests nothing for a name that is longer than any, without comparing it', () => {
  expect(nearest('port'.repeat(5_000_000), names)).toBeUndefined();
});
