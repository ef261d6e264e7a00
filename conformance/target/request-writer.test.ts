import { expect, test } from 'vitest';
import { anonymous, requestTo, withHeader } from '../requests.js';
import { RequestWriter } from './request-writer.js';

const writer = new RequestWriter(new URL('http://127.0.0.1:4010/base/'), ['key-of-a-caller']);

test('the path of the address precedes every path', () => {
  const { wire, shown } = writer.write(requestTo('listProviders'));
  expect(wire.target).toBe('/base/api/v1/providers');
  expect(shown).toMatchObject({
    url: 'http://127.0.0.1:4010/base/api/v1/providers',
    path: '/api/v1/providers',
  });
});

test('the key goes out, and a variable is shown in its place', () => {
  const { wire, shown } = writer.write({ ...requestTo('listProviders'), scheme: 'BEARER', keySuffix: '.x' });
  expect(wire.headers).toEqual({ authorization: 'BEARER key-of-a-caller.x' });
  expect(shown.headers).toEqual({ authorization: 'BEARER $COST_CONTRACT_API_KEY.x' });
});

test.each([
  ['none', undefined, {}],
  ['its own', 'Basic 1', { authorization: 'Basic 1' }],
])('nobody sends an Authorization header but %s', (_, authorization, headers) => {
  expect(writer.write(anonymous(requestTo('listProviders'), authorization)).wire.headers).toEqual(headers);
});

test('a query is encoded once, names and values', () => {
  const plan = {
    ...requestTo('listProviders'),
    query: [
      ['a b', 'ä&'],
      ['a b', '\ud800'],
    ] as const,
  };
  expect(writer.write(plan).wire.target).toBe('/base/api/v1/providers?a%20b=%C3%A4%26&a%20b=%EF%BF%BD');
});

test('a body is JSON, unless a header says otherwise', () => {
  const plan = requestTo('createWebhookEndpoint', { body: {} });
  expect(writer.write(plan).wire).toMatchObject({
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  const text = withHeader(plan, 'content-type', 'text/plain');
  expect(writer.write(text).wire.headers['content-type']).toBe('text/plain');
});

test('a caller without a key is an error of ours', () => {
  expect(() => writer.write(requestTo('listProviders', { as: 'second_caller' }))).toThrow(
    'No API key for the second_caller.',
  );
});
