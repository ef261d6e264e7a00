import { expect, test } from 'vitest';
import { exchangeOf, refusalOf, responseOf } from '../../tests/support/mock/exchanges.js';
import { AddressLimit } from '../address-limit.js';
import type { Stage } from '../exchange.js';
import type { Client } from '../types.js';
import { authenticate, authorize, identify } from './authenticate.js';

const addresses = new AddressLimit(3, () => 0);
const identified = identify([{ key: 'ccc_test_caller', scope: 'read' }], addresses);
const stage: Stage = (next) => identified(authenticate()(next));
const asking = (authorization?: string) =>
  exchangeOf('GET /api/v1/providers', { headers: authorization === undefined ? {} : { authorization } });

test('a known bearer key passes and tells who calls', async () => {
  const exchange = asking('Bearer ccc_test_caller');
  expect((await responseOf(stage, exchange)).status).toBe(200);
  expect(exchange.caller).toEqual({ key: 'ccc_test_caller', scope: 'read' });
});

test('the scheme is read in any case', async () => {
  expect((await responseOf(stage, asking('bearer ccc_test_caller'))).status).toBe(200);
});

test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic Y2NjOnRlc3Q=', 'ccc_test_caller'])(
  'no bearer key at all (%s) is 401 with a plain challenge',
  async (authorization) => {
    const refusal = await refusalOf(stage, asking(authorization));
    expect(refusal).toMatchObject({ status: 401, code: 'AUTHENTICATION_ERROR' });
    expect(refusal.headers['WWW-Authenticate']).toBe('Bearer realm="api"');
  },
);

test.each(['Bearer other', 'Bearer ccc_test_callerx', 'Bearer __proto__'])(
  'an unknown key (%s) is 401 with invalid_token',
  async (authorization) => {
    const refusal = await refusalOf(stage, asking(authorization));
    expect(refusal.status).toBe(401);
    expect(refusal.headers['WWW-Authenticate']).toBe('Bearer realm="api", error="invalid_token"');
  },
);

test('a refusal never repeats the key', async () => {
  expect((await refusalOf(stage, asking('Bearer secret-of-mine'))).message).not.toContain('secret-of-mine');
});

test('an address that sends too much without a valid key is refused, and goes on with one', async () => {
  const client: Client = { kind: 'socket', address: '10.0.0.5', isExposed: true };
  const sent = (headers: Record<string, string>) => exchangeOf('GET /api/v1/providers', { headers, client });
  for (let i = 0; i < 3; i++) {
    expect(await refusalOf(stage, sent({ authorization: 'Bearer other' }))).toMatchObject({ status: 401 });
  }
  expect(await refusalOf(stage, sent({}))).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' });
  expect((await responseOf(stage, sent({ authorization: 'Bearer ccc_test_caller' }))).status).toBe(200);
});

const asReader = (line: string) => {
  const exchange = exchangeOf(line);
  exchange.caller = { key: 'ccc_test_reader', scope: 'read' };
  return exchange;
};

test('a read-only key reads', async () => {
  expect((await responseOf(authorize(), asReader('GET /api/v1/providers'))).status).toBe(200);
});

test.each([
  'POST /api/v1/webhooks/endpoints',
  'PUT /api/v1/tags/virtual/vtk-cost-center',
  'DELETE /api/v1/webhooks/endpoints/whe-3c9d',
])('a read-only key may not %s', async (line) => {
  expect(await refusalOf(authorize(), asReader(line))).toMatchObject({
    status: 403,
    code: 'AUTHORIZATION_ERROR',
  });
});
