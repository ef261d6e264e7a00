import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMock } from '../../../mocks/create-mock.js';
import { scenarios } from '../../../mocks/dataset/index.js';
import { root } from '../paths.mjs';
import { withBlocks } from './blocks.mjs';
import { defaultDatasetBlocks } from './default-dataset.mjs';

test('docs/default-dataset.md matches the mock: run `npm run docs:dataset` to update it', async () => {
  const page = readFileSync(join(root, 'docs/default-dataset.md'), 'utf8');
  expect(page).toBe(withBlocks(page, await defaultDatasetBlocks({ createMock, scenarios })));
});

test.each([7, 20_260_615])('the dataset of seed %i has every case of the page', async (seed) => {
  const withSeed = (/** @type {object} */ options) => createMock({ ...options, seed });
  const blocks = await defaultDatasetBlocks({ createMock: withSeed, scenarios: ['default'] });
  expect(Object.values(blocks).join()).not.toContain('`undefined`');
});
