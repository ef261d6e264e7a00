import { expect, it } from 'vitest';
import { html } from './html.mjs';
import { renderMarkdown } from './markdown.mjs';

const rendered = (text, options) => renderMarkdown(text, options).body.text;

it('gives two headings of the same name two addresses', () => {
  const { headings } = renderMarkdown('## Fixes\n\n## Fixes\n');
  expect(headings.map(({ id }) => id)).toEqual(['fixes', 'fixes-again-1']);
});

it('links a name in code, but not within a link', () => {
  const term = (code) => (code === 'known' ? 'there.html' : null);
  expect(rendered('`known` `other` [`known`](a.html)', { term })).toBe(
    '<p><a href="there.html"><code>known</code></a> <code>other</code> <a href="a.html"><code>known</code></a></p>\n',
  );
});

it('leaves the words of a link that leads nowhere on the site', () => {
  expect(rendered('[the rules](x.yaml)', { link: () => null })).toBe('<p>the rules</p>\n');
});

it('polishes prose, not code', () => {
  expect(rendered("It's 5 % `it's 5 %`")).toBe("<p>It’s 5\u00a0% <code>it's 5 %</code></p>\n");
});

it('puts a figure in its place, and refuses one that is not there', () => {
  const text = '```figure\nbars\n```\n';
  expect(rendered(text, { block: (name) => html`<svg>${name}</svg>` })).toBe('<svg>bars</svg>');
  expect(() => rendered(text)).toThrow('There is no figure bars.');
});

it('sets columns of numbers to the right', () => {
  expect(rendered('| a | b |\n| --- | --: |\n| x | 1 |')).toContain(
    '<tr><td>x</td><td class="end">1</td></tr>',
  );
});
