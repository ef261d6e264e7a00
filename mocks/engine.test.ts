import { expect, test } from 'vitest';
import { worldEngine } from './engine.js';
import { exchangeOf } from './testing/exchanges.js';

const engine = worldEngine({ listProviders: () => ({ data: 'world' }) }, () => ({ data: 'example' }));
const asking = (path: string, operationId: any, prefer?: string) => {
  const exchange = exchangeOf(`GET ${path}`, prefer === undefined ? {} : { headers: { prefer } });
  exchange.input = { operationId, path: {}, query: {}, body: undefined, apiKey: 'ccc_test_caller' };
  return exchange;
};

test('the world answers what it can', () => {
  expect(engine(asking('/api/v1/providers', 'listProviders'))).toEqual({ data: 'world' });
});

test('the examples answer what the world cannot', () => {
  expect(engine(asking('/api/v1/commitments', 'listCommitments'))).toEqual({ data: 'example' });
});

test('the examples answer whoever prefers one', () => {
  expect(engine(asking('/api/v1/providers', 'listProviders', 'code=500'))).toEqual({ data: 'example' });
});

test('a preference of another kind stays with the world', () => {
  expect(engine(asking('/api/v1/providers', 'listProviders', 'respond-async'))).toEqual({ data: 'world' });
});
