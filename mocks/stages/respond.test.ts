import { expect, test } from 'vitest';
import { exchangeOf } from '../../tests/support/mock/exchanges.js';
import { manualClock } from '../../tests/support/mock/manual-clock.js';
import { documentedResponse } from '../http/envelope.js';
import { HttpError } from '../http/http-error.js';
import { timeStamps } from '../session/clock.js';
import { ReadCache } from '../session/read-cache.js';
import { datasetEngine } from './respond.js';

const setUp = () => {
  let reads = 0;
  const stamps = timeStamps(manualClock());
  const engine = datasetEngine(
    ({ operationId }) => {
      if (operationId === 'getRenewal') throw new HttpError('NOT_FOUND', 'None.');
      reads += 1;
      return reads;
    },
    () => documentedResponse(200, 'example', {}),
    new ReadCache(stamps, 1000),
    stamps,
  );
  return engine;
};

const requestOf = (line: string, prefer?: string) => {
  const exchange = exchangeOf(line, prefer === undefined ? {} : { headers: { prefer } });
  const { operationId } = exchange.matched.route.operation;
  exchange.input = { operationId, path: {}, query: {}, body: undefined, apiKey: 'ccc_test_caller' };
  return exchange;
};

test('calls the handler of the dataset', () => {
  expect(setUp()(requestOf('GET /api/v1/providers'))).toMatchObject({
    body: expect.stringMatching(/"data":1}$/),
  });
});

test('returns an example if the request prefers one', () => {
  expect(setUp()(requestOf('GET /api/v1/providers', 'code=500'))).toMatchObject({ body: '"example"' });
});

test('ignores other preferences', () => {
  expect(setUp()(requestOf('GET /api/v1/providers', 'respond-async'))).toMatchObject({
    body: expect.stringMatching(/"data":1}$/),
  });
});

test('caches a read until the next write', () => {
  const engine = setUp();
  engine(requestOf('GET /api/v1/providers'));
  expect(engine(requestOf('GET /api/v1/providers'))).toMatchObject({
    body: expect.stringMatching(/"data":1}$/),
  });
  engine(requestOf('DELETE /api/v1/webhooks/endpoints/whe-1'));
  expect(engine(requestOf('GET /api/v1/providers'))).toMatchObject({
    body: expect.stringMatching(/"data":3}$/),
  });
});

test('caches reads by query', () => {
  const engine = setUp();
  engine(requestOf('GET /api/v1/providers'));
  expect(engine(requestOf('GET /api/v1/providers?a=b'))).toMatchObject({
    body: expect.stringMatching(/"data":2}$/),
  });
});

test('throws the error of the dataset, also the second time', () => {
  const engine = setUp();
  const request = () => engine(requestOf('GET /api/v1/commitments/renewal/a'));
  expect(request).toThrow(expect.objectContaining({ status: 404, code: 'NOT_FOUND', message: 'None.' }));
  expect(request).toThrow(expect.objectContaining({ status: 404, code: 'NOT_FOUND', message: 'None.' }));
});
