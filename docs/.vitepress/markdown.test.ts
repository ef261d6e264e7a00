import { join } from 'node:path';
import { createMarkdownRenderer } from 'vitepress';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { configureMarkdown } from './markdown.js';

test('links a page that is named by its path', async () => {
  const md = await createMarkdownRenderer(join(root, 'docs'), { config: configureMarkdown });
  const text = 'See `docs/guides/recipes.md` and `docs/decisions/0011-access-to-the-mock.md`.';
  const page = md.render(text, { path: join(root, 'docs/guides/client.md') });
  expect([...page.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    '/guides/recipes.html',
    '/project/decisions/0011-access-to-the-mock.html',
  ]);
});
