import { describe, expect, test } from 'vitest';
import { operations } from '../../src/generated/operations.js';
import { answerOf, exchangeOf, refusalOf } from '../../tests/support/mock/exchanges.js';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { validated } from '../../tests/support/mock/validated.js';
import type { FaultRule } from '../control/fault.js';
import { createFaultRules } from '../control/fault-rules.js';
import { createMock } from '../create-mock.js';
import type { Handler } from '../exchange.js';
import { MemoryIdempotencyStore } from '../state/memory-idempotency-store.js';
import { faults, holdBack } from './faults.js';
import { idempotency } from './idempotency.js';

const setUp = (...rules: FaultRule[]) => {
  const all = createFaultRules();
  all.set(rules);
  const slept: number[] = [];
  const sleep = async (milliseconds: number) => void slept.push(milliseconds);
  return { stage: faults(all, sleep), hold: holdBack(sleep), slept, sleep };
};

const get = (headers: Record<string, string> = {}) => exchangeOf('GET /api/v1/providers', { headers });
const all = { operation: '*' } as const;

test('without a rule an answer is as it was, at once', () => {
  const { stage } = setUp();
  const answer = { status: 200, headers: {}, body: '{}' };
  expect(stage(() => answer)(get())).toBe(answer);
});

test('a status is a failure of the contract, and the operation does not run', async () => {
  const { stage } = setUp({ ...all, kind: 'status', status: 429 });
  let runs = 0;
  const next: Handler = () => {
    runs += 1;
    return { status: 200, headers: {}, body: '{}' };
  };
  expect(await refusalOf(stage, get(), next)).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
  expect(runs).toBe(0);
});

test.each<[FaultRule, object]>([
  [{ ...all, kind: 'drop' }, { transfer: { kind: 'drop' } }],
  [{ ...all, kind: 'truncate', bytes: 5 }, { transfer: { kind: 'truncate', bytes: 5 } }],
  [{ ...all, kind: 'drip', bytes_per_second: 7 }, { transfer: { kind: 'drip', bytesPerSecond: 7 } }],
  [
    { ...all, kind: 'malformed' },
    { status: 200, body: '{' },
  ],
])('%o is put on the answer', async (rule, expected) => {
  expect(await answerOf(setUp(rule).stage, get())).toMatchObject(expected);
});

test('the latency of a rule and of the request add up', async () => {
  const { stage, slept } = setUp({ ...all, kind: 'latency', ms: 30 });
  await answerOf(stage, get({ 'mock-latency': '20' }));
  expect(slept).toEqual([50]);
});

test.each(['soon', '-1', '1.5', '60001', ''])('a latency of "%s" is refused', async (latency) => {
  const { stage } = setUp();
  expect((await refusalOf(stage, get({ 'mock-latency': latency }))).status).toBe(400);
});

test('a write that is late holds its key, and its replay is late too', async () => {
  let finish = () => {};
  const first = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let naps = 0;
  const sleep = () => {
    naps += 1;
    return naps === 1 ? first : Promise.resolve();
  };
  const keyed = idempotency(new MemoryIdempotencyStore(), manualClock());
  const handle = faults(
    createFaultRules(),
    sleep,
  )(keyed(holdBack(sleep)(() => ({ status: 200, headers: {}, body: '{}' }))));
  const write = (headers: Record<string, string>) =>
    exchangeOf('POST /api/v1/webhooks/endpoints', {
      headers: { 'idempotency-key': '6f9619ff-8b86-4d01-b42d-00c04fc964ff', ...headers },
      body: {},
    });
  const late = handle(write({ 'mock-latency': '100' }));
  expect(() => handle(write({}))).toThrow('still running');
  finish();
  expect((await late).headers).not.toHaveProperty('Idempotent-Replayed');
  expect((await handle(write({ 'mock-latency': '100' }))).headers).toHaveProperty('Idempotent-Replayed');
  expect(naps).toBe(2);
});

describe('every failure that the document gives an operation can be had', () => {
  test.each(operations)('$operationId', async ({ operationId, method, path, responses }) => {
    const mock = await createMock();
    const contract = [400, 401, 403, 404, 409, 422, 429, 500];
    for (const status of contract.filter((each) => responses[each])) {
      mock.control.setFaults([{ operation: operationId, kind: 'status', status }]);
      const response = await validated(mock.fetch)(path.replaceAll(/\{\w+\}/g, '1'), {
        method,
        headers: { authorization: 'Bearer ccc_test_caller', 'content-type': 'application/json' },
        ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
      });
      expect(response.status).toBe(status);
    }
  });
});

describe('every operation can be spoilt in each way, at the request that was named', () => {
  const kinds: readonly FaultRule[] = [
    { ...all, kind: 'drop' },
    { ...all, kind: 'truncate', bytes: 5 },
    { ...all, kind: 'drip', bytes_per_second: 7 },
    { ...all, kind: 'malformed' },
    { ...all, kind: 'latency', ms: 30 },
  ];
  test.each(operations)('$operationId', async ({ operationId, method, path }) => {
    const ask = () => exchangeOf(`${method} ${path.replaceAll(/\{\w+\}/g, '1')}`);
    for (const rule of kinds) {
      const { stage, slept } = setUp({ ...rule, operation: operationId, nth: 2 });
      const spoilt: boolean[] = [];
      for (let request = 0; request < 3; request++) {
        const naps = slept.length;
        const { transfer, body } = await answerOf(stage, ask());
        spoilt.push(transfer !== undefined || body !== '{}' || slept.length > naps);
      }
      expect(spoilt, rule.kind).toEqual([false, true, false]);
    }
  });
});
