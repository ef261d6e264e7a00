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

const refusal = (parts: Partial<MockRequest>, token: string | null = null) => {
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
  refusal(parts, token)?.status ?? 200;

describe('without a token', () => {
  test('the program that made the mock may', () => {
    expect(statusOf({ client: program, headers: {} })).toBe(200);
  });

  test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1', '127.8.8.8'])('%s may', (address) => {
    expect(statusOf({ client: socket(address) })).toBe(200);
  });

  test.each(['10.0.0.5', '::ffff:10.0.0.5', 'fe80::1', '128.0.0.1', ''])('%s may not', (address) => {
    expect(statusOf({ client: socket(address) })).toBe(403);
  });

  test('an address that is not known may not', () => {
    expect(statusOf({ client: socket(null) })).toBe(403);
  });

  test('nobody may where other machines reach the server, and hears how to turn it on', () => {
    const refused = refusal({ client: socket('127.0.0.1', true) });
    expect(refused?.status).toBe(403);
    expect(refused?.message).toMatch(/is off.*--control-token TOKEN/);
  });

  test.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])(
    'a proxy on this machine (%s) does not speak for others',
    (name) => {
      expect(statusOf({ client: socket('127.0.0.1'), headers: { ...local, [name]: '10.0.0.5' } })).toBe(403);
    },
  );

  test.each(['127.0.0.1:4010', 'localhost', 'LOCALHOST:80', '[::1]:4010'])(
    'by the name %s it may be called',
    (host) => {
      expect(statusOf({ client: socket('127.0.0.1'), headers: { host } })).toBe(200);
    },
  );

  test.each(['evil.example', 'localhost.evil.example:4010', '127.0.0.1.evil.example', '', undefined])(
    'by the name "%s" it may not',
    (host) => {
      expect(statusOf({ client: socket('127.0.0.1'), headers: { host } })).toBe(403);
    },
  );
});

describe('a web page may not,', () => {
  test.each([
    ['of another host', { ...local, origin: 'https://evil.example' }],
    ['of no origin', { ...local, origin: 'null' }],
    ['of another port', { ...local, origin: 'http://127.0.0.1:5173' }],
    ['that is named like a host that is missing', { origin: 'http://undefined' }],
    ['that sends no origin', { ...local, 'sec-fetch-site': 'cross-site' }],
    ['of another port that sends no origin', { ...local, 'sec-fetch-site': 'same-site' }],
  ])('%s', (_name, headers) => {
    const authorization = 'Bearer open-sesame';
    expect(statusOf({ headers })).toBe(403);
    expect(statusOf({ headers: { ...headers, authorization } }, 'open-sesame')).toBe(403);
  });
});

test('whoever types the address into a browser may', () => {
  expect(statusOf({ client: socket('127.0.0.1'), headers: { ...local, 'sec-fetch-site': 'none' } })).toBe(
    200,
  );
});

test.each(['webhook-id', 'webhook-signature'])('a delivery (%s) may not, also with a token', (name) => {
  const headers = { ...local, [name]: 'msg_1', authorization: 'Bearer open-sesame' };
  expect(statusOf({ client: socket('127.0.0.1'), headers })).toBe(403);
  expect(statusOf({ client: socket('127.0.0.1'), headers }, 'open-sesame')).toBe(403);
});

describe('with a token', () => {
  const token = 'open-sesame';

  test('whoever has it may, from anywhere and by any name', () => {
    const headers = { authorization: `Bearer ${token}`, host: 'mock.internal' };
    expect(statusOf({ client: socket('10.0.0.5', true), headers }, token)).toBe(200);
    expect(statusOf({ client: socket(null, true), headers }, token)).toBe(200);
  });

  test.each([undefined, '', 'Bearer', 'Bearer open-sesam', 'Bearer open-sesame2', 'Basic open-sesame'])(
    '%s is refused, on this machine too',
    (authorization) => {
      expect(statusOf({ client: socket('127.0.0.1'), headers: { authorization } }, token)).toBe(401);
      expect(statusOf({ client: program, headers: { authorization } }, token)).toBe(401);
    },
  );
});
