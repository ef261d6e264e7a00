import { expect, test } from 'vitest';
import { Refusal } from './refusal.js';
import { bodyLimitBytes, readBody } from './request-body.js';

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

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
  '%s is JSON',
  (type) => {
    expect(read('{"a":1}', { 'content-type': type })).toEqual({ a: 1 });
  },
);

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/merge-patch+json',
  'application/jsonp',
])('%s is 415', (type) => {
  expect(statusOf('{}', { 'content-type': type })).toBe(415);
});

test('a body without a type is 415', () => {
  expect(statusOf('{}', {})).toBe(415);
});

test('a compressed body is 415', () => {
  expect(statusOf('{}', { ...json, 'content-encoding': 'gzip' })).toBe(415);
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

test('no body is undefined, whatever type it claims', () => {
  expect([read(null), read('', {})]).toEqual([undefined, undefined]);
});
