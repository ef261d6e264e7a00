import { expect, test } from 'vitest';
import { worldOf } from '../../../tests/support/world.js';

const body = { url: 'https://hooks.example.com/cost', event_types: ['optimization.completed'] };

test('no more is registered than there is room for, and what is removed makes room', () => {
  const long = { ...body, description: 'x'.repeat(700) };
  const { ask, refusal, world } = worldOf({ limits: { endpoints: 2100 } });
  const { id } = ask('createWebhookEndpoint', { body: long });
  ask('createWebhookEndpoint', { body: long });
  const refused = refusal('createWebhookEndpoint', { body: long });
  expect(refused).toMatchObject({ status: 422, code: 'VALIDATION_ERROR', details: [{ type: 'too_many' }] });
  expect(world.endpoints()).toHaveLength(2);
  ask('deleteWebhookEndpoint', { path: { endpoint_id: id } });
  expect(ask('createWebhookEndpoint', { body: long }).id).toBe('whe-0003');
});

test('room is what it was after endpoints were taken back', () => {
  const { ask, refusal, world } = worldOf({ limits: { endpoints: 400 } });
  const before = world.state.copy();
  ask('createWebhookEndpoint', { body });
  const full = world.state.read(world.state.write());
  world.state.restore(before);
  ask('createWebhookEndpoint', { body });
  world.state.restore(full);
  expect(refusal('createWebhookEndpoint', { body }).status).toBe(422);
});
