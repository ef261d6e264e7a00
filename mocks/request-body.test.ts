import { expect, test } from 'vitest';
import { bodyLimitBytes, mostValues } from './limits.js';
import { Refusal } from './refusal.js';
import { readBody } from './request-body.js';

const read = (body: string | Uint8Array | null, headers: Record<string, string> = json) =>
  readBody({
    method: 'POST',
    path: '/',
    query: '',
    headers,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  });
const json = { 'content-type': 'application/json' };
const statusOf = (...request: Parameters<typeof read>) => {
  try {
    read(...request);
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
  return null;
};

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json ; version=1; Charset=utf-8',
  'Application/JSON',
])('%s is JSON', (type) => {
  expect(read('{"a":1}', { 'content-type': type })).toEqual({ a: 1 });
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/merge-patch+json',
  'application/jsonp',
  'application/json; charset=utf-16',
  'application/json;CHARSET="iso-8859-1"',
  'application/json; charset=utf-8; charset=utf-16',
  'application/json; charset=',
  'application/json, application/json',
])('%s is 415', (type) => {
  expect(statusOf('{}', { 'content-type': type })).toBe(415);
});

test('a body without a type is 415', () => {
  expect(statusOf('{}', {})).toBe(415);
});

test.each(['gzip', 'gzip, br', 'identity, gzip', ''])('a body encoded as %j is 415', (coding) => {
  expect(statusOf('{}', { ...json, 'content-encoding': coding })).toBe(415);
});

test('a body of 1 MiB is read, a longer one is 413', () => {
  const filled = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
  expect(statusOf(filled(bodyLimitBytes))).toBe(null);
  expect(statusOf(filled(bodyLimitBytes + 1))).toBe(413);
});

test.each(['{', '{"a":}', 'undefined', "{'a':1}", ' ', '\u0000'])('%j is 400', (body) => {
  expect(statusOf(body)).toBe(400);
});

test('a body that is not UTF-8 is 400', () => {
  expect(statusOf(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).toBe(400);
});

test('a body that is nested without end is 400', () => {
  expect(statusOf('['.repeat(100_000) + ']'.repeat(100_000))).toBe(400);
});

test('a body of as many values as are taken is read, one more is 413', () => {
  const holding = (values: number) => `[${'0,'.repeat(values - 2)}0]`;
  expect(statusOf(holding(mostValues))).toBe(null);
  expect(statusOf(holding(mostValues + 1))).toBe(413);
  expect(statusOf(`[${'{},'.repeat(mostValues)}{}]`)).toBe(413);
});

test.each([
  ['{"a": {"b": [ ] }, "c": "[,{"}', 4],
  ['[[], {}, "\\",[", 1]', 5],
  [' [ 1 , [ 2 , 3 ] ] ', 5],
  ['"x"', 1],
])('%s is taken for %i values', (text, values) => {
  const padding = ',0'.repeat(mostValues - values - 1);
  expect(statusOf(`[${text}${padding}]`)).toBe(null);
  expect(statusOf(`[${text}${padding},0]`)).toBe(413);
});

test('64 levels are read, 65 are 400', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(statusOf(nested(64))).toBe(null);
  expect(statusOf(nested(65))).toBe(400);
  expect(statusOf(`[${'[],'.repeat(100)}{}]`)).toBe(null);
});

test('no body is undefined, whatever type it claims', () => {
  expect([read(null), read('', {})]).toEqual([undefined, undefined]);
});
