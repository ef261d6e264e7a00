import { expect, test } from 'vitest';
import { html, Markup, prose } from './markup.js';

test('escapes values, inserts markup as it is and joins lists', () => {
  const items = ['<a>', '"b"'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul title="${`'&'`}">${items}${null}${undefined}${0}</ul>`.text).toBe(
    '<ul title="&#39;&amp;&#39;"><li>&lt;a&gt;</li><li>&quot;b&quot;</li>0</ul>',
  );
  expect(html`${new Markup('<br>')}`.text).toBe('<br>');
});

test('escapes line breaks, which would end an HTML block in Markdown', () => {
  expect(html`${'a\r\n\r\nb\u2028c\rd'}`.text).toBe('a&#10;&#10;b&#10;c&#10;d');
});

test.each([
  ['`data` is a `string`.', '<code>data</code> is a <code>string</code>.'],
  ['`<b>` is not a field.', '<code>&lt;b&gt;</code> is not a field.'],
  ['one ` alone', 'one ` alone'],
  ['`data` and ` alone', '<code>data</code> and ` alone'],
])('renders %j as %j', (sentence, written) => {
  expect(prose(sentence).text).toBe(written);
});
