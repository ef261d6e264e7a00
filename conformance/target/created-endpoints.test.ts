import { expect, test, vi } from 'vitest';
import type { OperationId } from '../../src/generated/operations.js';
import type { Exchange } from '../http/exchange.js';
import { CreatedEndpoints } from './created-endpoints.js';

const webhook = (operationId: OperationId, id: string, parts: Partial<Exchange['response']> = {}): Exchange =>
  ({
    operationId,
    as: 'caller',
    response: { status: 200, headers: {}, json: { data: { id } }, ...parts },
  }) as Exchange;
const creation = (...rest: [id: string, parts?: Partial<Exchange['response']>]) =>
  webhook('createWebhookEndpoint', ...rest);

/** Removes what is left after some exchanges, of a server that responds to each removal in turn. */
async function removed(exchanges: readonly Exchange[], statuses: readonly (number | null)[]) {
  const created = new CreatedEndpoints();
  for (const exchange of exchanges) created.note(exchange);
  const remove = vi.fn();
  for (const status of statuses) remove.mockResolvedValueOnce(status);
  await created.removeAll(remove);
  return {
    left: created.left.map(({ path }) => path),
    paths: remove.mock.calls.map(([{ path }]) => path),
  };
}

test('it is removed by its whole id, whatever stands in it', async () => {
  const { paths } = await removed([creation('hook 1/ä$&')], [200]);
  expect(paths).toEqual(['/api/v1/webhooks/endpoints/hook%201%2F%C3%A4%24%26']);
});

test.each<[string, readonly Exchange[]]>([
  ['that was refused', [creation('whe-1', { status: 422 })]],
  ['of a replay', [creation('whe-1', { headers: { 'idempotent-replayed': 'true' } })]],
  ['that was removed', [creation('whe-1'), webhook('deleteWebhookEndpoint', 'whe-1')]],
])('nothing is left of a creation %s', async (_, exchanges) => {
  expect((await removed(exchanges, [])).paths).toEqual([]);
});

test('what the server refuses to remove is left, but not what is gone already', async () => {
  const { left } = await removed([creation('whe-1'), creation('whe-2'), creation('whe-3')], [200, 404, 500]);
  expect(left).toEqual(['/api/v1/webhooks/endpoints/whe-3']);
});

test('a server that does not respond is not sent one removal after the other', async () => {
  const all = Array.from({ length: 30 }, (_, index) => creation(`whe-${index}`));
  const { left, paths } = await removed(all, Array(30).fill(null));
  expect(left).toHaveLength(30);
  expect(paths).toHaveLength(6);
});
