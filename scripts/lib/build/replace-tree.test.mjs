// @ts-check
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesBelow, putFiles, replaceTree } from './replace-tree.mjs';

/** @type {string} */
let parent;
/** @type {string} */
let folder;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tree-'));
  folder = join(parent, 'dist');
});

afterEach(() => rmSync(parent, { recursive: true }));

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

test('does not write a file that already has the content', () => {
  replaceTree(folder, { 'a.js': 'a', 'b.js': 'b' });
  const before = statSync(join(folder, 'a.js')).ino;
  replaceTree(folder, { 'a.js': 'a', 'b.js': 'changed' });

  expect(statSync(join(folder, 'a.js')).ino).toBe(before);
});

test('replaces a changed file with a new one, so that open readers are not affected', () => {
  replaceTree(folder, { 'a.js': 'old' });
  const before = statSync(join(folder, 'a.js')).ino;
  replaceTree(folder, { 'a.js': 'new' });

  expect(statSync(join(folder, 'a.js')).ino).not.toBe(before);
});

test('leaves no temporary files', () => {
  replaceTree(folder, { 'a.js': 'a' });

  expect(readdirSync(parent)).toEqual(['dist']);
});

test('adds files without removing others', () => {
  replaceTree(folder, { 'a.js': 'a' });
  writeFileSync(join(folder, 'other.js'), 'other');
  putFiles(folder, { 'b.js': 'b' });

  expect(filesBelow(folder).sort()).toEqual(['a.js', 'b.js', 'other.js']);
});
