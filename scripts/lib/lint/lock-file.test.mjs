// @ts-check
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemsOf, withoutIntegrity } from './lock-file.mjs';

const pinned = { version: '1.0.0', integrity: 'sha512-AAAA' };
const forMac = { version: '1.0.0', optional: true, os: ['darwin'] };
const exceptions = [{ name: /^binary-/, version: '1.0.0', count: 1 }];
/** @param {Record<string, import('./lock-file.mjs').Entry>} packages */
const lock = (packages) => ({ packages: { '': { version: '0.1.0' }, ...packages } });

test('accepts packages with digests, links and bundled packages', () => {
  const packages = {
    'node_modules/a': pinned,
    'node_modules/own': { link: true, resolved: 'packages/own' },
    'node_modules/a/node_modules/b': { version: '1.0.0', inBundle: true },
  };
  expect(problemsOf(lock(packages), [])).toEqual([]);
});

test('rejects a package without a digest', () => {
  const packages = { 'node_modules/a/node_modules/@scope/b': { version: '2.0.0' } };
  expect(problemsOf(lock(packages), exceptions)[0]).toContain('@scope/b@2.0.0 has no integrity');
});

test('accepts missing digests only for the listed binaries of other platforms', () => {
  const listed = { 'node_modules/binary-darwin': forMac };
  expect(problemsOf(lock(listed), exceptions)).toEqual([]);
  expect(withoutIntegrity(lock(listed))).toHaveLength(1);
  for (const other of [
    { ...forMac, version: '1.0.1' },
    { ...forMac, optional: false },
    { version: '1.0.0' },
  ]) {
    const [problem] = problemsOf(lock({ 'node_modules/binary-darwin': other }), exceptions);
    expect(problem).toContain('has no integrity');
  }
});

test('reports a different number of missing digests than listed', () => {
  expect(problemsOf(lock({ 'node_modules/binary-darwin': pinned }), exceptions)[0]).toContain(
    'correct the list',
  );
  const more = { 'node_modules/binary-darwin': forMac, 'node_modules/binary-win': forMac };
  expect(problemsOf(lock(more), exceptions)[0]).toContain('2 packages /^binary-/');
});

test('rejects a package that is not from the registry', () => {
  const packages = { 'node_modules/a': { ...pinned, resolved: 'git+ssh://git@example.com/a.git' } };
  expect(problemsOf(lock(packages), [])[0]).toContain('a is resolved to git+ssh://git@example.com/a.git');
});

test('disables install scripts in .npmrc', () => {
  const settings = readFileSync(new URL('../../../.npmrc', import.meta.url), 'utf8');
  expect(settings).toMatch(/^ignore-scripts=true$/m);
});
