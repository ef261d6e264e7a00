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

test('a response is read with its JSON', async () => {
  expect(await received({ body: '{"data":[]}' })).toMatchObject({
    response: { status: 200, json: { data: [] }, repeatsKey: false },
    failure: null,
    isLost: false,
  });
});

test('a body nested too deep to walk is not JSON', async () => {
  const { response } = await received({ body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` });
  expect(response?.json).toBeUndefined();
});

test.each<[string, Parameters<typeof received>[0]]>([
  ['body', { body: `{"echo":"Bearer ${key}"}` }],
  ['headers', { headers: { 'x-echo': key } }],
])('a key in the %s is seen', async (_, parts) => {
  expect((await received(parts)).response?.repeatsKey).toBe(true);
});

test('a short key may be a word of the API, and is not looked for', async () => {
  expect((await received({ body: '{"a":"provider_a"}' }, ['provider_a'])).response?.repeatsKey).toBe(false);
});

test('a body of more names and values than are read is dropped, and is only wrong in a failure', async () => {
  const body = `[${'[],'.repeat(600_000)}[]]`;
  const failure = 'the body holds more than a million names and values';
  expect(await received({ body })).toMatchObject({ response: null, failure, tooLarge: true, isLost: false });
  expect(await received({ status: 500, body })).not.toHaveProperty('tooLarge');
});

test('a success of more bytes than are read is no failure of the server', async () => {
  expect(await broken(new NoResponse('too long', tooLarge))).toMatchObject({ tooLarge: true, isLost: false });
});

test('no response is an outcome, and anything else thrown is an error of ours', async () => {
  expect(await broken(new NoResponse('silence'))).toMatchObject({ failure: 'silence', isLost: true });
  await expect(broken(new TypeError('a bug'))).rejects.toThrow('a bug');
});
