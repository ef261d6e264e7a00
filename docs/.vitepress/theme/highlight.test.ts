import { expect, test } from 'vitest';
import { highlight } from './highlight.js';

const spansOf = (html: string) => [...html.matchAll(/<span[^>]*>([^<]*)<\/span>/g)].map(([, text]) => text);

test('colors keys, strings, words and numbers', () => {
  expect(spansOf(highlight('{"total": 12.5, "name": "a\\"b", "known": true}'))).toEqual([
    '&quot;total&quot;',
    '12.5',
    '&quot;name&quot;',
    '&quot;a\\&quot;b&quot;',
    '&quot;known&quot;',
    'true',
  ]);
});

test.each(['"', "'", '`'])('highlights a long string of escaped %s without an end', (quote) => {
  const text = `\\${quote}`.repeat(100_000);
  const html = highlight(text);
  expect(html).toContain('<span');
  expect(html.replaceAll(/<[^>]*>/g, '').length).toBeGreaterThanOrEqual(text.length);
});
