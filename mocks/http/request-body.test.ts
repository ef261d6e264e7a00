import { expect, test } from 'vitest';
import { bodyLimitBytes, maxValues } from '../settings/limits.js';
import { HttpError } from './http-error.js';
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
    if (error instanceof HttpError) return error.status;
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
])('accepts %s', (type) => {
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
])('returns 415 for %s', (type) => {
  expect(statusOf('{}', { 'content-type': type })).toBe(415);
});

test('returns 415 without a content type', () => {
  expect(statusOf('{}', {})).toBe(415);
});

test.each<[Record<string, string>, string]>([
  [{}, 'The body has no `Content-Type`. Send JSON as `Content-Type: application/json`.'],
  [{ 'content-type': 'text/plain' }, 'Send JSON as `Content-Type: application/json`, not as "text/plain".'],
  [
    { 'content-type': 'application/json; charset=utf-16' },
    'The body must be in UTF-8: `Content-Type` is "application/json; charset=utf-16".',
  ],
  [{ ...json, 'content-encoding': 'gzip' }, 'The body must not be compressed: `Content-Encoding` is "gzip".'],
])('names the cause of a 415: %j', (headers, message) => {
  expect(() => read('{}', headers)).toThrow(message);
});

test('accepts the content encoding identity', () => {
  expect(read('{"a":1}', { ...json, 'content-encoding': 'identity' })).toEqual({ a: 1 });
});

test.each(['gzip', 'gzip, br', 'identity, gzip', ''])('returns 415 for the content encoding %j', (coding) => {
  expect(statusOf('{}', { ...json, 'content-encoding': coding })).toBe(415);
});

test('accepts a body of 1 MiB and returns 413 for a longer one', () => {
  const filled = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
  expect(statusOf(filled(bodyLimitBytes))).toBe(null);
  expect(statusOf(filled(bodyLimitBytes + 1))).toBe(413);
});

test.each(['{', '{"a":}', 'undefined', "{'a':1}", ' ', '\u0000'])('returns 400 for %j', (body) => {
  expect(statusOf(body)).toBe(400);
});

test('returns 400 for a body that is not UTF-8', () => {
  expect(statusOf(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).toBe(400);
});

test('returns 400 for 100,000 nested arrays', () => {
  expect(statusOf('['.repeat(100_000) + ']'.repeat(100_000))).toBe(400);
});

test('accepts the maximum number of values and returns 413 for one more', () => {
  const withValues = (values: number) => `[${'0,'.repeat(values - 2)}0]`;
  expect(statusOf(withValues(maxValues))).toBe(null);
  expect(statusOf(withValues(maxValues + 1))).toBe(413);
  expect(statusOf(`[${'{},'.repeat(maxValues)}{}]`)).toBe(413);
});

test.each([
  ['{"a": {"b": [ ] }, "c": "[,{"}', 4],
  ['[[], {}, "\\",[", 1]', 5],
  [' [ 1 , [ 2 , 3 ] ] ', 5],
  ['"x"', 1],
])('counts the values in %s: %i', (text, values) => {
  const padding = ',0'.repeat(maxValues - values - 1);
  expect(statusOf(`[${text}${padding}]`)).toBe(null);
  expect(statusOf(`[${text}${padding},0]`)).toBe(413);
});

test('accepts 64 levels of nesting and returns 400 for 65', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(statusOf(nested(64))).toBe(null);
  expect(statusOf(nested(65))).toBe(400);
  expect(statusOf(`[${'[],'.repeat(100)}{}]`)).toBe(null);
});

test('returns undefined without a body, whatever its content type', () => {
  expect([read(null), read('', {})]).toEqual([undefined, undefined]);
});
