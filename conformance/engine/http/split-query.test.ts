import { expect, test } from 'vitest';
import { splitQuery } from './split-query.js';

test.each([
  ['/a', '/a', undefined],
  ['/a?', '/a', ''],
  ['/a?b=c', '/a', 'b=c'],
  ['/a?b=what?&c=d', '/a', 'b=what?&c=d'],
])('splits %s at its first question mark', (url, place, query) => {
  expect(splitQuery(url)).toEqual([place, query]);
});
