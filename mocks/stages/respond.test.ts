import { expect, test } from 'vitest';
import { exchangeOf } from '../../tests/support/mock/exchanges.js';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { timeStamps } from '../clock.js';
import { ReadCache } from '../read-cache.js';
import { datasetEngine } from './respond.js';

const setUp = () => {
  let reads = 0;
  const clock = manualClock();
  const engine = datasetEngine(
    {
      listProviders: () => {
        reads += 1;
        return { data: reads };
      },
      getRenewal: () => ({ failure: { status: 404, code: 'NOT_FOUND', message: 'None.' } }),
      deleteWebhookEndpoint: () => ({ data: 'deleted' }),
    },
    () => ({ data: 'example' }),
    new ReadCache(timeStamps(clock), 1000),
  );
  return engine;
};

const asking = (line: string, prefer?: string) => {
  const exchange = exchangeOf(line, prefer === undefined ? {} : { headers: { prefer } });
  const { operationId } = exchange.matched.route.operation;
  exchange.input = { operationId, path: {}, query: {}, body: undefined, apiKey: 'ccc_test_caller' };
  return exchange;
};

test('the world answers what it can', () => {
  expect(setUp()(asking('GET /api/v1/providers'))).toEqual({ body: expect.stringMatching(/"data":1}$/) });
});

test('the examples answer what the world cannot', () => {
  expect(setUp()(asking('GET /api/v1/commitments'))).toEqual({ data: 'example' });
});

test('the examples answer whoever prefers one', () => {
  expect(setUp()(asking('GET /api/v1/providers', 'code=500'))).toEqual({ data: 'example' });
});

test('a preference of another kind stays with the world', () => {
  expect(setUp()(asking('GET /api/v1/providers', 'respond-async'))).toEqual({
    body: expect.stringMatching(/"data":1}$/),
  });
});

test('a read is put together once, until a write', () => {
  const engine = setUp();
  engine(asking('GET /api/v1/providers'));
  expect(engine(asking('GET /api/v1/providers'))).toEqual({ body: expect.stringMatching(/"data":1}$/) });
  engine(asking('DELETE /api/v1/webhooks/endpoints/whe-1'));
  expect(engine(asking('GET /api/v1/providers'))).toEqual({ body: expect.stringMatching(/"data":2}$/) });
});

test('another query is another read', () => {
  const engine = setUp();
  engine(asking('GET /api/v1/providers'));
  expect(engine(asking('GET /api/v1/providers?a=b'))).toEqual({ body: expect.stringMatching(/"data":2}$/) });
});

test('a failure stays a failure', () => {
  const engine = setUp();
  const failure = { status: 404, code: 'NOT_FOUND', message: 'None.' };
  expect(engine(asking('GET /api/v1/commitments/renewal/a'))).toEqual({ failure });
  expect(engine(asking('GET /api/v1/commitments/renewal/a'))).toEqual({ failure });
});
