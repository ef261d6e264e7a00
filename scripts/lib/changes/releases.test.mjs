// @ts-check
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';
import { latestRelease, mayBreak } from './releases.mjs';

test('returns undefined before the first release', () => {
  const folder = temporaryFolder('released');
  expect(latestRelease(folder)).toBeUndefined();
  expect(latestRelease(join(folder, 'missing'))).toBeUndefined();
});

test('returns the highest version, not the last name', () => {
  const folder = temporaryFolder('released');
  for (const version of ['1.9.0', '1.10.0', '1.2.11', 'notes']) mkdirSync(join(folder, version));
  expect(latestRelease(folder)).toEqual({ version: '1.10.0', path: join(folder, '1.10.0/openapi.json') });
});

test('allows breaking changes only in a new major version', () => {
  expect(mayBreak('1.4.2', '2.0.0')).toBe(true);
  expect(mayBreak('1.4.2', '1.5.0')).toBe(false);
});
