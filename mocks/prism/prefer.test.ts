import { expect, test } from 'vitest';
import { withKey } from '../../tests/support/mock/test-mock.js';
import { createMock } from '../create-mock.js';
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

test.each([
  ['cod=429', '`Prefer: cod` is ignored. The mock supports `code`, `example` and `dynamic`.'],
  ['respond-async, wait=10', null],
  [
    Array.from({ length: 99 }, (_, index) => `a${index}`).join(),
    expect.stringMatching(/^(`Prefer: a\d`[^`]*(`\w+`[^`]*){3}){3}$/),
  ],
])('warns of a preference that nobody knows: %.20s', async (prefer, warning) => {
  const mock = await createMock();
  const response = await withKey(mock.fetch)('/api/v1/providers', { headers: { prefer } });
  expect([response.status, response.headers.get('mock-warning')]).toEqual([200, warning]);
});
