import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMock } from '../../mocks/create-mock.js';
import { scenarios } from '../../mocks/world/index.js';
import { withBlocks } from './blocks.mjs';
import { defaultWorldBlocks } from './default-world.mjs';
import { root } from './paths.mjs';

test('docs/default-world.md has the figures of the mock; `npm run docs:world` writes them', async () => {
  const page = readFileSync(join(root, 'docs/default-world.md'), 'utf8');
  expect(page).toBe(withBlocks(page, await defaultWorldBlocks({ createMock, scenarios })));
});

test.each([7, 20_260_615])('the dataset of seed %i has each case that the page shows', async (seed) => {
  const withSeed = (/** @type {object} */ options) => createMock({ ...options, seed });
  const blocks = await defaultWorldBlocks({ createMock: withSeed, scenarios: ['default'] });
  expect(Object.values(blocks).join()).not.toContain('`undefined`');
});
