import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operations } from '../../src/generated/operations.js';
import { exchangeOf, httpErrorOf, responseOf } from '../../tests/support/mock/exchanges.js';
import { registerEndpoint } from '../../tests/support/mock/register.js';
import { withKey } from '../../tests/support/mock/test-mock.js';
import { validated } from '../../tests/support/mock/validated.js';
import type { FaultRule } from '../control/fault.js';
import { createFaultRules } from '../control/fault-rules.js';
import { createMock, type Mock } from '../create-mock.js';
import type { Handler } from '../http/exchange.js';
import { faults } from './faults.js';

const setUp = (...rules: FaultRule[]) => {
  const all = createFaultRules();
  all.set(rules);
  return faults(all);
};

const get = (headers: Record<string, string> = {}) => exchangeOf('GET /api/v1/providers', { headers });
const all = { operation: '*' } as const;

test('neither changes nor delays a response without a rule', async () => {
  const response = { status: 200, headers: {}, body: '{}' };
  const exchange = get();
  expect(await setUp()(async () => response)(exchange)).toBe(response);
  expect(exchange.delayMs).toBe(0);
});

test('returns an error of the contract for a status rule, without running the operation', async () => {
  const stage = setUp({ ...all, kind: 'status', status: 429 });
  let runs = 0;
  const next: Handler = async () => {
    runs += 1;
    return { status: 200, headers: {}, body: '{}' };
  };
  expect(await httpErrorOf(stage, get(), next)).toMatchObject({
    status: 429,
    headers: { 'Retry-After': '1', RateLimit: '"default";r=0;t=1' },
  });
  expect(runs).toBe(0);
});

test.each<[FaultRule, object]>([
  [{ ...all, kind: 'drop' }, { transfer: { kind: 'drop' } }],
  [{ ...all, kind: 'truncate', bytes: 5 }, { transfer: { kind: 'truncate', bytes: 5 } }],
  [{ ...all, kind: 'drip', bytes_per_second: 7 }, { transfer: { kind: 'drip', bytes_per_second: 7 } }],
  [
    { ...all, kind: 'malformed' },
    { status: 200, body: '{' },
  ],
])('applies %o to the response', async (rule, expected) => {
  expect(await responseOf(setUp(rule), get())).toMatchObject(expected);
});

test('adds the latency of a rule and of the request', async () => {
  const exchange = get({ 'mock-latency': '20' });
  await responseOf(setUp({ ...all, kind: 'latency', ms: 30 }), exchange);
  expect(exchange.delayMs).toBe(50);
});

test.each(['soon', '-1', '1.5', '60001', ''])('returns 400 for the latency "%s"', async (latency) => {
  expect((await httpErrorOf(setUp(), get({ 'mock-latency': latency }))).status).toBe(400);
});

describe('a delayed response', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Returns the milliseconds until the response. */
  const delayOf = async (response: Promise<Response>) => {
    let isSettled = false;
    void response.then(() => {
      isSettled = true;
    });
    for (let waited = 0; ; waited += 10) {
      await vi.advanceTimersByTimeAsync(waited === 0 ? 0 : 10);
      if (isSettled) return waited;
    }
  };
  const authorization = 'Bearer ccc_test_caller';
  const write = (mock: Mock, headers: Record<string, string> = {}) =>
    registerEndpoint(mock, {
      headers: { 'idempotency-key': '6f9619ff-8b86-4d01-b42d-00c04fc964ff', ...headers },
    });

  test('of a write leaves its key in flight, and delays its replay', async () => {
    const mock = await createMock();
    const delayed = write(mock, { 'mock-latency': '100' });
    await vi.advanceTimersByTimeAsync(0);
    const refused = await write(mock);
    const { error } = (await refused.json()) as any;
    expect([refused.status, error.details.reason]).toEqual([409, 'idempotency_key_in_flight']);
    expect(await delayOf(delayed)).toBe(100);
    expect((await delayed).headers.has('idempotent-replayed')).toBe(false);
    const replay = write(mock, { 'mock-latency': '100' });
    expect(await delayOf(replay)).toBe(100);
    expect((await replay).headers.has('idempotent-replayed')).toBe(true);
  });

  test.each<[string, number, string, Record<string, string>]>([
    ['a read', 200, '/api/v1/providers', { authorization }],
    ['an error', 401, '/api/v1/providers', {}],
    ['an unknown path', 404, '/nothing', {}],
    ['the fixtures document', 200, '/.well-known/cost-contract.json', {}],
  ])('is delayed once by latencyMs: %s', async (_name, status, path, headers) => {
    const mock = await createMock({ latencyMs: 100 });
    const response = mock.fetch(path, { headers });
    expect(await delayOf(response)).toBe(100);
    expect((await response).status).toBe(status);
  });

  test('can be an injected error', async () => {
    const mock = await createMock();
    mock.control.setFaults([{ ...all, kind: 'status', status: 500 }]);
    const response = mock.fetch('/api/v1/providers', { headers: { authorization, 'mock-latency': '100' } });
    expect(await delayOf(response)).toBe(100);
    expect((await response).status).toBe(500);
  });
});

test.each(operations)(
  'injects every documented error of $operationId',
  async ({ operationId, method, path, responses }) => {
    const mock = await createMock();
    const contract = [400, 401, 403, 404, 409, 422, 429, 500];
    for (const status of contract.filter((each) => responses[each])) {
      mock.control.setFaults([{ operation: operationId, kind: 'status', status }]);
      const response = await withKey(validated(mock.fetch))(path.replaceAll(/\{\w+\}/g, '1'), {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
      });
      expect(response.status).toBe(status);
    }
  },
);

const kinds: readonly FaultRule[] = [
  { ...all, kind: 'drop' },
  { ...all, kind: 'truncate', bytes: 5 },
  { ...all, kind: 'drip', bytes_per_second: 7 },
  { ...all, kind: 'malformed' },
  { ...all, kind: 'latency', ms: 30 },
];
test.each(operations)(
  'injects every kind of fault into the nth request of $operationId',
  async ({ operationId, method, path }) => {
    const request = () => exchangeOf(`${method} ${path.replaceAll(/\{\w+\}/g, '1')}`);
    for (const rule of kinds) {
      const stage = setUp({ ...rule, operation: operationId, nth: 2 });
      const injected: boolean[] = [];
      for (let count = 0; count < 3; count++) {
        const exchange = request();
        const { transfer, body } = await responseOf(stage, exchange);
        injected.push(transfer !== undefined || body !== '{}' || exchange.delayMs > 0);
      }
      expect(injected, rule.kind).toEqual([false, true, false]);
    }
  },
);
