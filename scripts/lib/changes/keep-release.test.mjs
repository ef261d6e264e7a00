// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { keepRelease } from './keep-release.mjs';

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'released-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} version @param {{ summary?: string, paths?: string[] }} [rest] */
const documentOf = (version, { summary = 'List things', paths = ['/things'] } = {}) =>
  stringify({
    openapi: '3.1.0',
    info: { title: 'Things', version },
    paths: Object.fromEntries(
      paths.map((path) => [path, { get: { summary, responses: { 200: { description: 'Things' } } } }]),
    ),
  });
const kept = (/** @type {string} */ version) => readFileSync(join(folder, version, 'openapi.yaml'), 'utf8');

test('the first document of a version is kept', () => {
  expect(keepRelease(folder, documentOf('1.0.0'))).toEqual({ version: '1.0.0', changes: [] });
  expect(kept('1.0.0')).toBe(documentOf('1.0.0'));
});

test('words are mended under the same version', () => {
  keepRelease(folder, documentOf('1.0.0'));
  const mended = documentOf('1.0.0', { summary: 'List every thing' });

  expect(keepRelease(folder, mended).changes).toEqual([]);
  expect(kept('1.0.0')).toBe(mended);
});

test('what callers would notice needs another version', () => {
  const first = documentOf('1.0.0');
  const more = { paths: ['/things', '/more'] };
  keepRelease(folder, first);

  expect(keepRelease(folder, documentOf('1.0.0', more)).changes).toMatchObject([{ breaking: false }]);
  expect(kept('1.0.0')).toBe(first);

  expect(keepRelease(folder, documentOf('1.1.0', more)).changes).toEqual([]);
  expect(existsSync(join(folder, '1.1.0/openapi.yaml'))).toBe(true);
  expect(kept('1.0.0')).toBe(first);
});
