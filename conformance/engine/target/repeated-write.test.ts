import { expect, test } from 'vitest';
import type { Caller, Exchange } from '../http/exchange.js';
import { asSentOnce, removedUnseen } from './repeated-write.js';

const replayed = { 'idempotent-replayed': 'true' };
const path = '/api/v1/webhooks/endpoints/whe-1';

function exchange(
  method: string,
  status: number,
  { key, as = 'caller', headers = {} }: { key?: string; as?: Caller; headers?: Record<string, string> } = {},
): Exchange {
  const request = { method, path, headers: key === undefined ? {} : { 'idempotency-key': key } };
  return { as, request, response: { status, headers }, failure: null } as unknown as Exchange;
}

const headersOf = (sent: Exchange, before: readonly Exchange[] = []) =>
  asSentOnce(sent, before, () => false).response?.headers;

test('takes a replay for the first response, if no response with its key was received', () => {
  expect(headersOf(exchange('POST', 201, { key: 'A1', headers: replayed }))).toEqual({});
});

test.each<[string, Exchange, object]>([
  ['a success', exchange('POST', 201, { key: 'a1' }), replayed],
  ['only a failure', exchange('POST', 422, { key: 'a1' }), {}],
  ['only a replay', exchange('POST', 201, { key: 'a1', headers: replayed }), {}],
  ['only a success of another caller', exchange('POST', 201, { key: 'a1', as: 'second_caller' }), {}],
  ['only a success of another key', exchange('POST', 201, { key: 'a2' }), {}],
])('interprets a replay after %s with its key', (_, before, headers) => {
  expect(headersOf(exchange('POST', 201, { key: 'A1', headers: replayed }), [before])).toEqual(headers);
});

test('does not judge a removal whose first attempt may have taken effect', () => {
  const unseen = asSentOnce(exchange('DELETE', 404), [], (plan) => plan.path === path);
  expect(unseen).toMatchObject({ response: null, failure: removedUnseen });
});

test.each<[string, number, boolean]>([
  ['of an endpoint that does not exist', 404, false],
  ['that succeeds', 200, true],
])('judges a repeated removal %s', (_, status, isLive) => {
  const sent = exchange('DELETE', status);
  expect(asSentOnce(sent, [], () => isLive)).toBe(sent);
});
