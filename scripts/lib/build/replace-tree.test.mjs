// @ts-check
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';
import { filesBelow, putFiles, replaceTree } from './replace-tree.mjs';

let parent = '';
let folder = '';
beforeEach(() => {
  parent = temporaryFolder('tree');
  folder = join(parent, 'dist');
});

test('creates a missing folder', () => {
  replaceTree(folder, { 'a.js': 'a', 'deep/b.js': 'b' });

  expect(filesBelow(folder).sort()).toEqual(['a.js', 'deep/b.js']);
  expect(readFileSync(join(folder, 'deep/b.js'), 'utf8')).toBe('b');
});

test('removes other files and empty folders', () => {
  replaceTree(folder, { 'a.js': 'a', 'deep/b.js': 'b' });
  replaceTree(folder, { 'a.js': 'changed' });

  expect(readdirSync(folder)).toEqual(['a.js']);
  expect(readFileSync(join(folder, 'a.js'), 'utf8')).toBe('changed');
});

test('replaces a changed file with a new one, since another may read it, and writes no other', () => {
  const files = () => ['a.js', 'b.js'].map((name) => statSync(join(folder, name)).ino);
  replaceTree(folder, { 'a.js': 'a', 'b.js': 'old' });
  const [a, b] = files();
  replaceTree(folder, { 'a.js': 'a', 'b.js': 'new' });
  const [same, replaced] = files();
  expect([same === a, replaced === b]).toEqual([true, false]);
  expect(readdirSync(parent)).toEqual(['dist']);
});

test('adds files without removing others', () => {
  replaceTree(folder, { 'a.js': 'a' });
  writeFileSync(join(folder, 'other.js'), 'other');
  putFiles(folder, { 'b.js': 'b' });

  expect(filesBelow(folder).sort()).toEqual(['a.js', 'b.js', 'other.js']);
});
