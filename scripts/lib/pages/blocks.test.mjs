import { expect, test } from 'vitest';
import { withBlocks } from './blocks.mjs';

const page = 'Of <!-- count -->1<!-- /count --> servers:\n\n<!-- table -->\n\nold\n\n<!-- /table -->\n';

test('replaces only the generated blocks of a page', () => {
  const blocks = { count: '2', table: '| a |\n| b |' };
  const written = withBlocks(page, blocks);
  expect(written).toBe(
    'Of <!-- count -->2<!-- /count --> servers:\n\n<!-- table -->\n\n| a |\n| b |\n\n<!-- /table -->\n',
  );
  expect(withBlocks(written, blocks)).toBe(written);
});

test('rejects a page with a missing or an unknown block', () => {
  expect(() => withBlocks(page, { count: '2', table: '', date: '' })).toThrow('no block <!-- date -->');
  expect(() => withBlocks(page, { count: '2' })).toThrow('The block table of the page is not generated.');
});
