import { expect, test, vi } from 'vitest';
import { exchangeOf } from '../../tests/support/mock/exchanges.js';
import { lazyPrism, PrismMissingError } from './lazy-prism.js';

const exchange = () => exchangeOf('GET /api/v1/providers');

test('Prism is loaded by the first request, and once', async () => {
  const load = vi.fn(async () => () => ({ data: [] }));
  const engine = lazyPrism(load);
  expect(load).not.toHaveBeenCalled();
  await Promise.all([engine(exchange()), engine(exchange())]);
  expect(load).toHaveBeenCalledTimes(1);
});

test('where Prism is missing the caller is told how to get it', async () => {
  const engine = lazyPrism(async () => {
    throw new PrismMissingError('npm install it');
  });
  await expect(engine(exchange())).rejects.toMatchObject({ status: 501, message: 'npm install it' });
});
