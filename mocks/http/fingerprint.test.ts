import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical, fingerprint } from './fingerprint.js';

test('depends on the order of array items and not on the order of object members', () => {
  expect(fingerprint({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(fingerprint({ b: { d: [1, 2], c: 2 }, a: 1 }));
  expect(fingerprint([1, 2])).not.toBe(fingerprint([2, 1]));
});

test('canonical JSON parses to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('different values have different fingerprints', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(fingerprint(a) === fingerprint(b)).toBe(canonical(a) === canonical(b));
    }),
  );
});
