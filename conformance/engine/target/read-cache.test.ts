import { expect, test, vi } from 'vitest';
import { toyRequest } from '../../../tests/support/engine/toy-api.js';
import type { Exchange, RequestPlan } from '../http/exchange.js';
import { anonymous, withHeader, withQuery } from '../http/requests.js';
import { ReadCache } from './read-cache.js';

const plan = toyRequest('listItems');

/** Whether a second read is sent after a first one. */
async function isSentAfter(first: RequestPlan, second: RequestPlan): Promise<boolean> {
  const cache = new ReadCache();
  const read = vi.fn(async () => ({}) as Exchange);
  await cache.get(first, read);
  await cache.get(second, read);
  return read.mock.calls.length === 2;
}

test('does not send an equal read again, even for another purpose', async () => {
  expect(await isSentAfter(plan, { ...plan })).toBe(false);
  expect(await isSentAfter(plan, { ...plan, operationId: null, undocumented: true })).toBe(false);
});

test.each<[string, RequestPlan]>([
  ['path', { ...plan, path: '/toy/other' }],
  ['query', withQuery(plan, 'page', '2')],
  ['headers', withHeader(plan, 'accept', 'text/html')],
  ['caller', { ...plan, as: 'second_caller' }],
  ['authorization', anonymous(plan, 'Basic 1')],
  ['spelling of the key', { ...plan, credentials: { value: 'bearer {key}' } }],
])('sends a read with another %s', async (_, other) => {
  expect(await isSentAfter(plan, other)).toBe(true);
});
