import { expect, test } from 'vitest';
import { toyCreation, toyRequest } from '../../../tests/support/engine/toy-api.js';
import { anonymous, withHeader } from '../http/requests.js';
import { RequestWriter } from './request-writer.js';

const writer = new RequestWriter(new URL('http://127.0.0.1:4010/base/'), ['key-of-a-caller']);

test('prefixes every path with the path of the target URL', () => {
  const { wire, shown } = writer.write(toyRequest('listItems'));
  expect(wire.target).toBe('/base/toy/items');
  expect(shown).toMatchObject({
    url: 'http://127.0.0.1:4010/base/toy/items',
    path: '/toy/items',
  });
});

test('sends the key, and shows a variable in its place', () => {
  const credentials = { value: 'BEARER {key}.x' };
  const { wire, shown } = writer.write({ ...toyRequest('listItems'), credentials });
  expect(wire.headers).toEqual({ authorization: 'BEARER key-of-a-caller.x' });
  expect(shown.headers).toEqual({ authorization: 'BEARER $COST_CONTRACT_API_KEY.x' });
});

test('sends the key in another header, and as the user name of Basic credentials', () => {
  const inHeader = { ...toyRequest('listItems'), credentials: { name: 'x-api-key', value: '{key}' } };
  expect(writer.write(inHeader).wire.headers).toEqual({ 'x-api-key': 'key-of-a-caller' });
  const basic = writer.write({ ...toyRequest('listItems'), credentials: { value: 'Basic {user}' } });
  expect(basic.wire.headers).toEqual({ authorization: `Basic ${btoa('key-of-a-caller:')}` });
  expect(basic.shown.headers).toEqual({ authorization: 'Basic $COST_CONTRACT_API_KEY:' });
});

test.each([
  ['no header', undefined, {}],
  ['the given one', 'Basic 1', { authorization: 'Basic 1' }],
])('sends %s as Authorization of an anonymous caller', (_, authorization, headers) => {
  expect(writer.write(anonymous(toyRequest('listItems'), authorization)).wire.headers).toEqual(headers);
});

test('encodes the names and values of a query', () => {
  const plan = {
    ...toyRequest('listItems'),
    query: [
      ['a b', 'ä&'],
      ['a b', '\ud800'],
    ] as const,
  };
  expect(writer.write(plan).wire.target).toBe('/base/toy/items?a%20b=%C3%A4%26&a%20b=%EF%BF%BD');
});

test('sends a body as JSON unless a header sets another type', () => {
  const plan = toyCreation();
  expect(writer.write(plan).wire).toMatchObject({
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  const text = withHeader(plan, 'content-type', 'text/plain');
  expect(writer.write(text).wire.headers['content-type']).toBe('text/plain');
});

test('throws for a caller without a key', () => {
  expect(() => writer.write(toyRequest('listItems', { as: 'second_caller' }))).toThrow(
    'No API key for the second_caller.',
  );
});
