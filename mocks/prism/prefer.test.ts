import { expect, test } from 'vitest';
import { readPrefer } from './prefer.js';

test.each([
  ['code=404', { code: '404', example: null, dynamic: false }],
  ['code=404, example=unknown-id', { code: '404', example: 'unknown-id', dynamic: false }],
  ['example="unknown-id"; CODE=404', { code: '404', example: 'unknown-id', dynamic: false }],
  ['dynamic=true', { code: null, example: null, dynamic: true }],
])('parses %s', (header, preference) => {
  expect(readPrefer(header)).toEqual(preference);
});

test.each([undefined, '', 'respond-async, wait=10', 'dynamic=false'])('returns null for %s', (header) => {
  expect(readPrefer(header)).toBeNull();
});
