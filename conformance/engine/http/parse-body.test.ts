import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measure, parseBody } from './parse-body.js';

test('parses exactly the texts that JSON.parse accepts', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseBody(text)).toEqual(JSON.parse(text));
    }),
  );
  for (const text of ['', '{', '[1,]', 'NaN', '\ufeff{}', '"\n"']) expect(parseBody(text)).toBeUndefined();
});

test('rejects JSON that is nested deeper than 100 levels', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect(parseBody(nested(100))).toBeDefined();
  expect(parseBody(nested(101))).toBeUndefined();
  expect(parseBody(nested(100_000))).toBeUndefined();
});

test.each([
  ['1', { parts: 1, names: 0, depth: 0 }],
  ['[1,2]', { parts: 3, names: 0, depth: 1 }],
  ['{"a":{"b":[]},"c":0}', { parts: 8, names: 3, depth: 3 }],
  ['"[{,:"', { parts: 1, names: 0, depth: 0 }],
  [String.raw`["\"[", "\\", "\\\"["]`, { parts: 4, names: 0, depth: 1 }],
  ['["never closed [[[', { parts: 2, names: 0, depth: 1 }],
])('measures the parts, the names and the depth of %s', (text, measured) => {
  expect(measure(text)).toEqual(measured);
});
