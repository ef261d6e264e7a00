import { expect, test } from 'vitest';
import { worldOf } from '../../../tests/invariants/support/ask.js';

const body = { url: 'https://hooks.example.com/cost', event_types: ['optimization.completed'] };

test('a new endpoint is registered as it was asked for', () => {
  const { ask, world } = worldOf();
  const endpoint = ask('createWebhookEndpoint', { body: { ...body, description: 'ours' } });
  expect(endpoint).toMatchObject({ ...body, description: 'ours', created_at: '2026-06-15T12:00:00Z' });
  expect(world.endpoints()).toMatchObject([{ id: endpoint.id, url: body.url }]);
});

test('the same url twice makes two endpoints', () => {
  const { ask } = worldOf();
  const ids = [1, 2].map(() => ask('createWebhookEndpoint', { body }).id);
  expect(new Set(ids).size).toBe(2);
});

test('an endpoint is removed once', () => {
  const { ask, refusal, world } = worldOf();
  const path = { endpoint_id: ask('createWebhookEndpoint', { body }).id };
  expect(ask('deleteWebhookEndpoint', { path })).toEqual({ id: path.endpoint_id, deleted: true });
  expect(refusal('deleteWebhookEndpoint', { path })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(world.endpoints()).toEqual([]);
});
