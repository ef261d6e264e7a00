// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../paths.mjs';
import { comparisonPage } from './comparison-page.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
const comparison = JSON.parse(read('docs/comparison.json'));

test('the page is the one that the figures make', () => {
  expect(read('docs/comparison.md')).toBe(comparisonPage(comparison));
});

test('no other tool catches what this suite misses', () => {
  expect(comparison.defects.length).toBeGreaterThan(90);
  for (const { id, kills, results } of comparison.defects) {
    expect([id, results.ours.caught, results.ours.found]).toEqual([
      id,
      true,
      expect.arrayContaining([kills]),
    ]);
  }
});

test('this suite finds nothing in servers that keep the contract', () => {
  const servers = comparison.clean.ours;
  expect(Object.keys(servers).sort()).toEqual(['go', 'mock', 'python', 'typescript']);
  for (const server of Object.values(servers)) expect(server).toMatchObject({ findings: [] });
});
