// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';
import { root } from '../paths.mjs';
import { hasGo, oasdiff } from './oasdiff.mjs';
import { storeRelease } from './store-release.mjs';

let folder = '';
// The first run on a machine downloads and compiles oasdiff.
beforeAll(() => {
  const released = join(root, 'released/1.0.0/openapi.json');
  if (hasGo()) oasdiff(released, released);
}, 600_000);

beforeEach(() => {
  folder = temporaryFolder('released');
});

/** @param {string} version @param {{ summary?: string, paths?: string[] }} [rest] */
function documentOf(version, { summary = 'List things', paths = ['/things'] } = {}) {
  const path = join(folder, 'openapi.yaml');
  const operation = { summary, responses: { 200: { description: 'Things' } } };
  const items = Object.fromEntries(paths.map((name) => [name, { get: operation }]));
  writeFileSync(path, stringify({ openapi: '3.1.0', info: { title: 'Things', version }, paths: items }));
  return path;
}
const stored = (/** @type {string} */ version) => readFileSync(join(folder, version, 'openapi.json'), 'utf8');

test('stores the first document of a version', () => {
  expect(storeRelease(folder, documentOf('1.0.0'))).toMatchObject({ version: '1.0.0', changes: null });
  expect(stored('1.0.0')).toContain('List things');
});

const testWithGo = hasGo() ? test : test.skip;

testWithGo('stores changed descriptions under the same version (skipped without Go)', () => {
  storeRelease(folder, documentOf('1.0.0'));

  expect(storeRelease(folder, documentOf('1.0.0', { summary: 'List every thing' })).changes).toBeNull();
  expect(stored('1.0.0')).toContain('List every thing');
});

testWithGo('requires a new version for other changes (skipped without Go)', () => {
  const more = { paths: ['/things', '/more'] };
  storeRelease(folder, documentOf('1.0.0'));

  expect(storeRelease(folder, documentOf('1.0.0', more)).changes).toContain('/more');
  expect(stored('1.0.0')).not.toContain('/more');

  expect(storeRelease(folder, documentOf('1.1.0', more)).changes).toBeNull();
  expect(existsSync(join(folder, '1.1.0/openapi.json'))).toBe(true);
  expect(readFileSync(join(folder, '1.1.0/changes.md'), 'utf8')).toContain('/more');
});
