// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withBlocks } from '../blocks.mjs';
import { root } from '../paths.mjs';
import { comparisonBlocks, comparisonText } from './comparison-page.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
const text = read('docs/comparison.json');
const comparison = JSON.parse(text);

test('docs/comparison.md and docs/comparison.json are up to date', () => {
  const page = read('docs/comparison.md');
  expect(withBlocks(page, comparisonBlocks(comparison))).toBe(page);
  expect(comparisonText(comparison)).toBe(text);
});

test('this suite catches every faulty server', () => {
  expect(comparison.faulty_servers.length).toBeGreaterThan(90);
  const missed = comparison.faulty_servers.filter((/** @type {any} */ { caught }) => !caught.ours);
  expect(missed).toEqual([]);
});

test('this suite finds nothing in servers that conform to the contract', () => {
  expect(comparison.clean.ours).toEqual({ mock: 0, typescript: 0, python: 0, go: 0 });
});

test('describes what a limited run left out', () => {
  const limited = { ...comparison, every: 4, left_out: 7 };
  expect(comparisonBlocks(limited).limits).toMatch(/every 4th defect.*\n.* 7 of \d+ defects were left out/);
  expect(comparisonBlocks(comparison).limits).toBe('');
});
