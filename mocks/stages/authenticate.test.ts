import { expect, test } from 'vitest';
import { exchangeOf, httpErrorOf, responseOf } from '../../tests/support/mock/exchanges.js';
import { AddressLimit } from '../http/address-limit.js';
import type { Stage } from '../http/exchange.js';
import { authenticate, authorize, identify } from './authenticate.js';

const addresses = new AddressLimit(3, () => 0);
const identified = identify([{ key: 'ccc_test_caller', scope: 'read' }], addresses);
const stage: Stage = (next) => identified(authenticate(false)(next));
const requestWith = (authorization?: string) =>
  exchangeOf('GET /api/v1/providers', { headers: authorization === undefined ? {} : { authorization } });

test('accepts a valid key and sets the caller', async () => {
  const exchange = requestWith('Bearer ccc_test_caller');
  expect((await responseOf(stage, exchange)).status).toBe(200);
  expect(exchange.caller).toEqual({ key: 'ccc_test_caller', scope: 'read' });
});

test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic Y2NjOnRlc3Q=', 'ccc_test_caller'])(
  'returns 401 with a challenge without an error for a missing key (%s)',
  async (authorization) => {
    const httpError = await httpErrorOf(stage, requestWith(authorization));
    expect(httpError).toMatchObject({ status: 401, code: 'AUTHENTICATION_ERROR' });
    expect(httpError.headers['WWW-Authenticate']).toBe('Bearer realm="api"');
  },
);

test.each(['Bearer other', 'Bearer ccc_test_callerx', 'Bearer __proto__'])(
  'returns 401 with invalid_token for an unknown key (%s)',
  async (authorization) => {
    const httpError = await httpErrorOf(stage, requestWith(authorization));
    expect(httpError.status).toBe(401);
    expect(httpError.headers['WWW-Authenticate']).toBe('Bearer realm="api", error="invalid_token"');
  },
);

test.each([
  [undefined, 'Send an API key as `Authorization: Bearer <API_KEY>`.'],
  ['Bearer secret-of-mine', 'Invalid API key. Send a valid one as `Authorization: Bearer <API_KEY>`.'],
])('says how to send a key, and where the test keys are (%s)', async (authorization, message) => {
  expect(await httpErrorOf(stage, requestWith(authorization))).toMatchObject({ message });
  const withTestKeys: Stage = (next) => identified(authenticate(true)(next));
  expect(await httpErrorOf(withTestKeys, requestWith(authorization))).toMatchObject({
    message: `${message} The page of this mock, \`/\`, lists its test keys.`,
  });
});

const asReader = (line: string) => {
  const exchange = exchangeOf(line);
  exchange.caller = { key: 'ccc_test_reader', scope: 'read' };
  return exchange;
};

test('allows reads with a read-only key', async () => {
  expect((await responseOf(authorize(), asReader('GET /api/v1/providers'))).status).toBe(200);
});

test.each([
  'POST /api/v1/webhooks/endpoints',
  'PUT /api/v1/tags/virtual/vtk-cost-center',
  'DELETE /api/v1/webhooks/endpoints/whe-3c9d',
])('rejects %s with a read-only key', async (line) => {
  expect(await httpErrorOf(authorize(), asReader(line))).toMatchObject({
    status: 403,
    code: 'AUTHORIZATION_ERROR',
  });
});
