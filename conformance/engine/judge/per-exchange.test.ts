import { expect, test, vi } from 'vitest';
import type { CompleteExchange } from '../http/exchange.js';
import { perExchange } from './per-exchange.js';

test('computes once for each exchange, even if there is no result', () => {
  const [one, other] = [{}, {}] as CompleteExchange[];
  const compute = vi.fn((exchange: CompleteExchange) => (exchange === one ? undefined : 'found'));
  const remembered = perExchange(compute);
  expect([one, one, other, other].map((exchange) => remembered(exchange as CompleteExchange))).toEqual([
    undefined,
    undefined,
    'found',
    'found',
  ]);
  expect(compute).toHaveBeenCalledTimes(2);
});
