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
  // Which check finds it is what `npm run test:defects` demands, around the server where that shows best.
  const missed = comparison.defects.filter((/** @type {any} */ { results }) => !results.ours.caught);
  expect(missed.map((/** @type {any} */ { id }) => id)).toEqual([]);
});

test('this suite finds nothing in servers that keep the contract', () => {
  const servers = comparison.clean.ours;
  expect(Object.keys(servers).sort()).toEqual(['go', 'mock', 'python', 'typescript']);
  for (const server of Object.values(servers)) expect(server).toMatchObject({ findings: [] });
});
