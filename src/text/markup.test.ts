import { expect, test } from 'vitest';
import { html, Markup, prose } from './markup.js';

test('a value is escaped, HTML made here is not, and lists are joined', () => {
  const items = ['<a>', '"b"'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul title="${`'&'`}">${items}${null}${undefined}${0}</ul>`.text).toBe(
    '<ul title="&#39;&amp;&#39;"><li>&lt;a&gt;</li><li>&quot;b&quot;</li>0</ul>',
  );
  expect(html`${new Markup('<br>')}`.text).toBe('<br>');
});

test('no value ends a line, which would end a block of HTML within Markdown', () => {
  expect(html`${'a\r\n\r\nb\u2028c\rd'}`.text).toBe('a&#10;&#10;b&#10;c&#10;d');
});

test.each([
  ['`data` is a `string`.', '<code>data</code> is a <code>string</code>.'],
  ['`<b>` is no field.', '<code>&lt;b&gt;</code> is no field.'],
  ['one ` alone', 'one ` alone'],
  ['`data` and ` alone', '<code>data</code> and ` alone'],
])('%j is written as %j', (sentence, written) => {
  expect(prose(sentence).text).toBe(written);
});
