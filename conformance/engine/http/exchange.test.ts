import { expect, test } from 'vitest';
import { type Exchange, isServed } from './exchange.js';

const sent: Exchange = {
  operationId: 'listProviders',
  as: 'caller',
  undocumented: false,
  request: { method: 'GET', url: 'http://a/api/v1/providers', path: '', query: [], headers: {}, body: null },
  response: null,
  failure: null,
};

test.each([
  [true, 503, {}, { success: false }],
  [false, 503, {}, undefined],
  [false, 502, { 'proxy-status': 'some-proxy; error=connection_refused' }, { success: false }],
  [true, 502, { 'proxy-status': 'some-proxy; received-status=502' }, { success: false }],
  [true, 500, {}, undefined],
])('isServed returns %s for a %d with %o', (served, status, headers, json) => {
  const response = { status, headers, json, body: '', durationMs: 1, repeatsKey: false };
  expect(isServed({ ...sent, response })).toBe(served);
});
