import { describe, expect, test } from 'vitest';
import { exchangeOf, httpErrorOf, responseOf } from '../../tests/support/mock/exchanges.js';
import { readOrigins } from '../http/origins.js';
import type { Client } from '../types.js';
import { crossOrigin } from './cross-origin.js';

const client: Client = { kind: 'socket', address: '127.0.0.1', isExposed: false };
const origin = 'http://localhost:5173';
const foreign = 'https://evil.example';
const stage = crossOrigin(readOrigins([]));

const preflightOf = (from: string) =>
  exchangeOf('OPTIONS /api/v1/nothing', {
    client,
    headers: {
      origin: from,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,idempotency-key',
    },
  });
const unreachable = () => {
  throw new Error('The next stage was called.');
};

describe('a page of this machine', () => {
  test('can read the response and its headers', async () => {
    const exchange = exchangeOf('GET /api/v1/providers', { client, headers: { origin } });
    await responseOf(stage, exchange);
    expect(exchange.headers).toMatchObject({ 'Access-Control-Allow-Origin': origin, Vary: 'Origin' });
    expect(exchange.headers['Access-Control-Expose-Headers']).toContain('Idempotent-Replayed');
  });

  test("can send `credentials: 'include'`", async () => {
    const exchange = preflightOf(origin);
    await responseOf(stage, exchange, unreachable);
    expect(exchange.headers).toMatchObject({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
    });
  });

  test('can send a preflight for any path', async () => {
    const { status, headers } = await responseOf(stage, preflightOf(origin), unreachable);
    expect(status).toBe(204);
    expect(headers['Access-Control-Allow-Methods']).toContain('PUT');
    expect(headers['Access-Control-Allow-Headers']).toBe('authorization,idempotency-key');
  });
});

describe('a page of another origin', () => {
  test.each(['GET /api/v1/providers', 'POST /api/v1/webhooks/endpoints'])(
    'gets an unreadable 403 for %s',
    async (line) => {
      const exchange = exchangeOf(line, { client, headers: { origin: foreign } });
      const httpError = await httpErrorOf(stage, exchange, unreachable);
      expect(httpError).toMatchObject({ status: 403, code: 'AUTHORIZATION_ERROR' });
      expect(httpError.message).toContain('--allow-origin https://evil.example');
      expect(Object.keys(exchange.headers)).toEqual(['X-Request-Id']);
    },
  );

  test.each(['null', 'chrome-extension://abc', 'https://app.example.com/path'])(
    'gets the option that allows %s, which cannot be named',
    async (from) => {
      const exchange = exchangeOf('GET /api/v1/providers', { client, headers: { origin: from } });
      const { message } = await httpErrorOf(stage, exchange, unreachable);
      expect(message).toContain(
        `Origin ${from} is not allowed. To allow it, start the mock with --allow-origin '*'`,
      );
    },
  );

  test('gets 403 for a preflight', async () => {
    const exchange = preflightOf(foreign);
    expect(await httpErrorOf(stage, exchange, unreachable)).toMatchObject({ status: 403 });
    expect(Object.keys(exchange.headers)).toEqual(['X-Request-Id']);
  });

  test('is allowed if its origin is configured', async () => {
    const exchange = exchangeOf('GET /api/v1/providers', { client, headers: { origin: foreign } });
    await responseOf(crossOrigin(readOrigins([foreign])), exchange);
    expect(exchange.headers).toMatchObject({ 'Access-Control-Allow-Origin': foreign, Vary: 'Origin' });
  });

  test.each(['null', foreign])('is allowed if all origins are: %s', async (from) => {
    const exchange = exchangeOf('GET /api/v1/providers', { client, headers: { origin: from } });
    await responseOf(crossOrigin(readOrigins(['*'])), exchange);
    expect(exchange.headers['Access-Control-Allow-Origin']).toBe('*');
    expect(exchange.headers).not.toHaveProperty('Access-Control-Allow-Credentials');
  });

  test('gets a header of its own if it is named beside all others', async () => {
    const beside = crossOrigin(readOrigins(['*', 'https://app.example.com']));
    for (const from of ['https://app.example.com', origin]) {
      const exchange = exchangeOf('GET /api/v1/providers', { client, headers: { origin: from } });
      await responseOf(beside, exchange);
      expect(exchange.headers).toMatchObject({
        'Access-Control-Allow-Origin': from,
        'Access-Control-Allow-Credentials': 'true',
      });
    }
  });

  test('is allowed through mock.fetch', async () => {
    const exchange = exchangeOf('GET /api/v1/providers', { headers: { origin: foreign } });
    await responseOf(stage, exchange);
    expect(exchange.headers['Access-Control-Allow-Origin']).toBe('*');
  });
});

test('adds no headers without an origin', async () => {
  const exchange = exchangeOf('GET /api/v1/providers', { client });
  await responseOf(stage, exchange);
  expect(Object.keys(exchange.headers)).toEqual(['X-Request-Id']);
});
