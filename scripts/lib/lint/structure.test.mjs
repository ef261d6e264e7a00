// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../paths.mjs';
import { most, tooLarge } from './structure.mjs';

/** Changesets reads only files directly in its folder. */
const ofTools = ['.changeset'];

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('counts files in a folder, not those below it, and lines of source code only', () => {
  const many = (/** @type {string} */ folder, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => ({ path: `${folder}/${i}.yaml`, text: '' }));
  const lines = (/** @type {number} */ count) => 'x\n'.repeat(count);
  expect(
    tooLarge([
      ...many('a', most.files),
      ...many('a/b', most.files + 1),
      { path: 'c/short.ts', text: lines(most.lines) },
      { path: 'c/long.ts', text: lines(most.lines + 1) },
      { path: 'c/long.json', text: lines(most.lines + 1) },
    ]),
  ).toEqual({ folders: ['a/b'], files: ['c/long.ts'] });
});

test('no folder has more than 25 files: group them by subject', () => {
  const { folders } = tooLarge(files);
  expect(folders.filter((folder) => !ofTools.includes(folder))).toEqual([]);
});

test('no file of source code has more than 300 lines: split it by subject', () => {
  expect(tooLarge(files).files).toEqual([]);
});
