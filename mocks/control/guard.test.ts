import { describe, expect, test } from 'vitest';
import type { MockRequest } from '../types.js';
import { ControlError } from './control-error.js';
import { guard } from './guard.js';

const statusOf = (parts: Partial<MockRequest>, token: string | null = null) => {
  try {
    guard({ method: 'GET', path: '/__mock/clock', query: '', headers: {}, body: null, ...parts }, token);
    return 200;
  } catch (error) {
    if (error instanceof ControlError) return error.status;
    throw error;
  }
};

describe('without a token', () => {
  test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1', '127.8.8.8', undefined])('%s may', (client) => {
    expect(statusOf({ client })).toBe(200);
  });

  test.each(['10.0.0.5', '::ffff:10.0.0.5', 'fe80::1', '128.0.0.1'])('%s may not', (client) => {
    expect(statusOf({ client })).toBe(403);
  });

  test.each(['127.0.0.1:4010', 'localhost', 'LOCALHOST:80', '[::1]:4010'])(
    'by the name %s it may be called',
    (host) => {
      expect(statusOf({ client: '127.0.0.1', headers: { host } })).toBe(200);
    },
  );

  test.each(['evil.example', 'localhost.evil.example:4010', '127.0.0.1.evil.example', ''])(
    'by the name "%s" it may not',
    (host) => {
      expect(statusOf({ client: '127.0.0.1', headers: { host } })).toBe(403);
    },
  );
});

test.each(['https://evil.example', 'null', 'http://127.0.0.1:5173'])('a page of %s may not', (origin) => {
  expect(statusOf({ headers: { origin, host: '127.0.0.1:4010' } })).toBe(403);
});

describe('with a token', () => {
  const token = 'open-sesame';

  test('whoever has it may, from anywhere and by any name', () => {
    const headers = { authorization: `Bearer ${token}`, host: 'mock.internal' };
    expect(statusOf({ client: '10.0.0.5', headers }, token)).toBe(200);
  });

  test.each([undefined, '', 'Bearer', 'Bearer open-sesam', 'Bearer open-sesame2', 'Basic open-sesame'])(
    '%s is refused, on this machine too',
    (authorization) => {
      expect(statusOf({ client: '127.0.0.1', headers: { authorization } }, token)).toBe(401);
    },
  );
});
