import { expect, test } from 'vitest';
import { isEqual } from './is-equal.js';

test.each([
  ['', '', true],
  ['v1,abc', 'v1,abc', true],
  ['v1,abc', 'v1,abd', false],
  ['v1,abc', 'w1,abc', false],
  ['v1,abc', 'v1,abcd', false],
])('%j and %j: %j', (one, other, equal) => {
  expect(isEqual(one, other)).toBe(equal);
});
