import { expect, test, vi } from 'vitest';
import { toyApi } from '../../../tests/support/engine/toy-api.js';
import type { Exchange } from '../http/exchange.js';
import type { OperationId } from '../operation.js';
import { CreatedEndpoints } from './created-endpoints.js';

const webhook = (operationId: string, id: string, parts: Partial<Exchange['response']> = {}): Exchange =>
  ({
    operationId: operationId as OperationId,
    as: 'caller',
    response: { status: 200, headers: {}, json: { data: { id } }, ...parts },
  }) as Exchange;
const creation = (...rest: [id: string, parts?: Partial<Exchange['response']>]) =>
  webhook('createItem', ...rest);

/** Removes the endpoints that some exchanges created, with the given statuses of the removals. */
async function removed(exchanges: readonly Exchange[], statuses: readonly (number | null)[]) {
  const created = new CreatedEndpoints(toyApi.creations);
  for (const exchange of exchanges) created.note(exchange);
  const remove = vi.fn();
  for (const status of statuses) remove.mockResolvedValueOnce(status);
  await created.removeAll(remove);
  return {
    left: created.left.map(({ plan }) => plan.path),
    irremovable: created.irremovable?.status ?? null,
    paths: remove.mock.calls.map(([{ path }]) => path),
  };
}

test('encodes the id of an endpoint that it removes', async () => {
  const { paths } = await removed([creation('hook 1/ä$&')], [200]);
  expect(paths).toEqual(['/toy/items/hook%201%2F%C3%A4%24%26']);
});

test.each<[string, readonly Exchange[]]>([
  ['that was rejected', [creation('whe-1', { status: 422 })]],
  ['of a replay', [creation('whe-1', { headers: { 'idempotent-replayed': 'true' } })]],
  ['that was removed', [creation('whe-1'), webhook('deleteItem', 'whe-1')]],
])('does not remove an endpoint of a creation %s', async (_, exchanges) => {
  expect((await removed(exchanges, [])).paths).toEqual([]);
});

test('lists an endpoint whose removal fails, but not one that no longer exists', async () => {
  const { left } = await removed([creation('whe-1'), creation('whe-2'), creation('whe-3')], [200, 404, 500]);
  expect(left).toEqual(['/toy/items/whe-3']);
});

test('stops removing if the server does not respond', async () => {
  const all = Array.from({ length: 30 }, (_, index) => creation(`whe-${index}`));
  const { left, paths } = await removed(all, Array(30).fill(null));
  expect(left).toHaveLength(30);
  expect(paths).toHaveLength(10);
});

/** A creation with or without an idempotency key. */
const sent = (key: string | undefined, parts: Partial<Exchange> = {}): Exchange => ({
  ...creation('whe-1'),
  request: { headers: key === undefined ? {} : { 'idempotency-key': key } } as never,
  ...parts,
});

test.each<[number, string, Exchange, number]>([
  [0, 'was sent once', sent(undefined), 1],
  [1, 'was sent twice without an idempotency key', sent(undefined), 2],
  [0, 'was sent twice with an idempotency key', sent('key'), 2],
  [1, 'never got a response', sent('key', { response: null }), 5],
])('counts %d uncertain creations where one %s', (count, _, exchange, attempts) => {
  const created = new CreatedEndpoints(toyApi.creations);
  created.note(exchange, attempts);
  expect(created.uncertain).toBe(count);
});
