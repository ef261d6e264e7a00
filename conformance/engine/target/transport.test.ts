import { expect, test } from 'vitest';
import { NoResponse, tooLarge } from '../http/send.js';
import { Transport } from './transport.js';

const key = 'ccc_test_0123456789';
const wire = { method: 'GET', target: '/', headers: {}, body: null };

const received = (
  parts: { status?: number; headers?: Record<string, string>; body?: string },
  keys = [key],
) =>
  new Transport(
    { send: async () => ({ status: 200, headers: {}, body: '{}', ...parts }), close: () => undefined },
    keys,
  ).send(wire);
const broken = (error: Error) =>
  new Transport({ send: () => Promise.reject(error), close: () => undefined }, []).send(wire);

test('parses a JSON response', async () => {
  expect(await received({ body: '{"data":[]}' })).toMatchObject({
    response: { status: 200, json: { data: [] }, repeatsKey: false },
    failure: null,
    isLost: false,
  });
});

test('does not parse a body that is nested too deep', async () => {
  const { response } = await received({ body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` });
  expect(response?.json).toBeUndefined();
});

test.each<[string, Parameters<typeof received>[0]]>([
  ['body', { body: `{"echo":"Bearer ${key}"}` }],
  ['headers', { headers: { 'x-echo': key } }],
])('detects an API key in the %s', async (_, parts) => {
  expect((await received(parts)).response?.repeatsKey).toBe(true);
});

test('does not search for a short key, which may be a word of the API', async () => {
  expect((await received({ body: '{"a":"provider_a"}' }, ['provider_a'])).response?.repeatsKey).toBe(false);
});

test('drops a body with too many names and values, which is a violation only in an error response', async () => {
  const body = `[${'[],'.repeat(600_000)}[]]`;
  const failure = 'the body contains more than a million names and values';
  expect(await received({ body })).toMatchObject({ response: null, failure, tooLarge: true, isLost: false });
  expect(await received({ status: 500, body })).not.toHaveProperty('tooLarge');
});

test('does not count a success over the size limit as a failure', async () => {
  expect(await broken(new NoResponse('too long', tooLarge))).toMatchObject({ tooLarge: true, isLost: false });
});

test('returns a missing response as an outcome, and rethrows other errors', async () => {
  expect(await broken(new NoResponse('silence'))).toMatchObject({ failure: 'silence', isLost: true });
  await expect(broken(new TypeError('a bug'))).rejects.toThrow('a bug');
});
