import { describe, expect, test } from 'vitest';
import type { Client, MockRequest } from '../types.js';
import { ControlError } from './control-error.js';
import { guard } from './guard.js';

const program: Client = { kind: 'program' };
const socket = (address: string | null, isExposed = false): Client => ({
  kind: 'socket',
  address,
  isExposed,
});
const local = { host: '127.0.0.1:4010' };

const errorOf = (parts: Partial<MockRequest>, token: string | null = null) => {
  try {
    guard(
      {
        method: 'GET',
        path: '/__mock/clock',
        query: '',
        headers: local,
        body: null,
        client: program,
        ...parts,
      },
      token,
    );
    return null;
  } catch (error) {
    if (error instanceof ControlError) return error;
    throw error;
  }
};
const statusOf = (parts: Partial<MockRequest>, token: string | null = null) =>
  errorOf(parts, token)?.status ?? 200;

describe('without a token', () => {
  test('allows the program that created the mock', () => {
    expect(statusOf({ client: program, headers: {} })).toBe(200);
  });

  test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1', '127.8.8.8'])('allows %s', (address) => {
    expect(statusOf({ client: socket(address) })).toBe(200);
  });

  test.each(['10.0.0.5', '::ffff:10.0.0.5', 'fe80::1', '128.0.0.1', ''])('rejects %s', (address) => {
    expect(statusOf({ client: socket(address) })).toBe(403);
  });

  test('rejects an unknown address', () => {
    expect(statusOf({ client: socket(null) })).toBe(403);
  });

  test('rejects all callers if other machines can reach the server, with instructions to enable it', () => {
    const error = errorOf({ client: socket('127.0.0.1', true) });
    expect(error?.status).toBe(403);
    expect(error?.message).toMatch(/is disabled.*--control-token TOKEN/);
  });

  test.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])(
    'rejects a request forwarded by a proxy on this machine (%s)',
    (name) => {
      expect(statusOf({ client: socket('127.0.0.1'), headers: { ...local, [name]: '10.0.0.5' } })).toBe(403);
    },
  );

  test.each(['127.0.0.1:4010', 'localhost', 'LOCALHOST:80', '[::1]:4010'])(
    'allows the host name %s',
    (host) => {
      expect(statusOf({ client: socket('127.0.0.1'), headers: { host } })).toBe(200);
    },
  );

  test.each(['evil.example', 'localhost.evil.example:4010', '127.0.0.1.evil.example', '', undefined])(
    'rejects the host name "%s"',
    (host) => {
      expect(statusOf({ client: socket('127.0.0.1'), headers: { host } })).toBe(403);
    },
  );
});

test.each([
  ['of another host', { ...local, origin: 'https://evil.example' }],
  ['of no origin', { ...local, origin: 'null' }],
  ['of another port', { ...local, origin: 'http://127.0.0.1:5173' }],
  ['with the origin http://undefined and no host', { origin: 'http://undefined' }],
  ['without an origin', { ...local, 'sec-fetch-site': 'cross-site' }],
  ['of another port without an origin', { ...local, 'sec-fetch-site': 'same-site' }],
])('rejects a web page %s', (_name, headers) => {
  const authorization = 'Bearer open-sesame';
  expect(statusOf({ headers })).toBe(403);
  expect(statusOf({ headers: { ...headers, authorization } }, 'open-sesame')).toBe(403);
});

test('allows a browser that opens the URL directly', () => {
  expect(statusOf({ client: socket('127.0.0.1'), headers: { ...local, 'sec-fetch-site': 'none' } })).toBe(
    200,
  );
});

test.each(['webhook-id', 'webhook-signature'])(
  'rejects an event delivery (%s), even with a token',
  (name) => {
    const headers = { ...local, [name]: 'msg_1', authorization: 'Bearer open-sesame' };
    expect(statusOf({ client: socket('127.0.0.1'), headers })).toBe(403);
    expect(statusOf({ client: socket('127.0.0.1'), headers }, 'open-sesame')).toBe(403);
  },
);

describe('with a token', () => {
  const token = 'open-sesame';

  test('allows callers with the token from any address and by any host name', () => {
    const headers = { authorization: `Bearer ${token}`, host: 'mock.internal' };
    expect(statusOf({ client: socket('10.0.0.5', true), headers }, token)).toBe(200);
    expect(statusOf({ client: socket(null, true), headers }, token)).toBe(200);
  });

  test.each([undefined, '', 'Bearer', 'Bearer open-sesam', 'Bearer open-sesame2', 'Basic open-sesame'])(
    'rejects %s, on this machine too',
    (authorization) => {
      expect(statusOf({ client: socket('127.0.0.1'), headers: { authorization } }, token)).toBe(401);
      expect(statusOf({ client: program, headers: { authorization } }, token)).toBe(401);
    },
  );
});
