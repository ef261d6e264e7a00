import { expect, test, vi } from 'vitest';
import { exchangeOf } from '../../tests/support/mock/exchanges.js';
import { documentedResponse } from '../http/envelope.js';
import { lazyPrism } from './lazy-prism.js';
import { PrismMissingError } from './prism-missing-error.js';

const exchange = () => exchangeOf('GET /api/v1/providers');

test('loads Prism once, on the first request', async () => {
  const load = vi.fn(async () => () => documentedResponse(200, [], {}));
  const engine = lazyPrism(load);
  expect(load).not.toHaveBeenCalled();
  await Promise.all([engine(exchange()), engine(exchange())]);
  expect(load).toHaveBeenCalledTimes(1);
});

test('returns 501 with the install command if Prism is not installed', async () => {
  const engine = lazyPrism(async () => {
    throw new PrismMissingError('npm install it');
  });
  await expect(engine(exchange())).rejects.toMatchObject({ status: 501, message: 'npm install it' });
});
