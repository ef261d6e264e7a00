import { expect, test } from 'vitest';
import { answerOf, exchangeOf, refusalOf } from '../../tests/support/mock/exchanges.js';
import { authenticate } from './authenticate.js';

const stage = authenticate([{ key: 'ccc_test_caller', scope: 'read' }]);
const asking = (authorization?: string) =>
  exchangeOf('GET /api/v1/providers', { headers: authorization === undefined ? {} : { authorization } });

test('a known bearer key passes and tells who calls', async () => {
  const exchange = asking('Bearer ccc_test_caller');
  expect((await answerOf(stage, exchange)).status).toBe(200);
  expect(exchange.caller).toEqual({ key: 'ccc_test_caller', scope: 'read' });
});

test('the scheme is read in any case', async () => {
  expect((await answerOf(stage, asking('bearer ccc_test_caller'))).status).toBe(200);
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
