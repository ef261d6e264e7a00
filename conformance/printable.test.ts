import { expect, test } from 'vitest';
import { printable, printableParts } from './printable.js';

test.each([
  ['\u001b[2J\u001b[31mgone', '\\u001b[2J\\u001b[31mgone'],
  ['\u009b2J', '\\u009b2J'],
  ['one\r\ntwo\tthree', 'one\\u000d\\ntwo\\u0009three'],
  ['\u202edesrever\u2069', '\\u202edesrever\\u2069'],
  ['a tag \u{e0041}', 'a tag \\udb40\\udc41'],
  ['half \ud800 of one', 'half \\ud800 of one'],
  ['Größe in € – 東京 😀', 'Größe in € – 東京 😀'],
])('%j is shown as %s', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('escapes every string of a nested value', () => {
  expect(printableParts({ a: ['\u001b', { b: '\u009b', c: null, d: 1 }] })).toEqual({
    a: ['\\u001b', { b: '\\u009b', c: null, d: 1 }],
  });
});
