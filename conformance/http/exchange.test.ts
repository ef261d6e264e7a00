import { expect, test } from 'vitest';
import { curlOf, type Exchange, isServed } from './exchange.js';

function sent(headers: Record<string, string>): Exchange {
  return {
    operationId: 'listProviders',
    as: 'caller',
    beyond: false,
    request: { method: 'GET', url: 'http://a/api/v1/providers', path: '', query: [], headers, body: null },
    response: null,
    failure: null,
  };
}

test('the shell puts the key into a command', () => {
  expect(curlOf(sent({ authorization: 'Bearer $COST_CONTRACT_API_KEY' }))).toBe(
    `curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY" 'http://a/api/v1/providers'`,
  );
});

test('the shell puts the key into another one that begins like it', () => {
  expect(curlOf(sent({ authorization: 'Bearer $COST_CONTRACT_API_KEY.0' }))).toBe(
    `curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY.0" 'http://a/api/v1/providers'`,
  );
});

test.each([
  ['x-note', '$COST_CONTRACT_API_KEY$(id)'],
  ['authorization', '$COST_CONTRACT_$(id) [redacted]'],
  ['authorization', 'Bearer $COST_CONTRACT_API_KEY.$(id)'],
  ['x-note', `it's "so"`],
])('the shell runs nothing that stands in a header: %s: %s', (name, value) => {
  expect(curlOf(sent({ [name]: value }))).toBe(
    `curl -i -H '${name}: ${value.replaceAll("'", `'\\''`)}' 'http://a/api/v1/providers'`,
  );
});

test.each([
  [true, 503, {}, { success: false }],
  [false, 503, {}, undefined],
  [false, 502, { 'proxy-status': 'some-proxy; error=connection_refused' }, { success: false }],
  [true, 502, { 'proxy-status': 'some-proxy; received-status=502' }, { success: false }],
  [true, 500, {}, undefined],
])('that the server itself responded is %s of a %d with %o', (served, status, headers, json) => {
  const response = { status, headers, json, body: '', durationMs: 1, repeatsKey: false };
  expect(isServed({ ...sent({}), response })).toBe(served);
});
