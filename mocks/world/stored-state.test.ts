import { expect, test } from 'vitest';
import { worldOf } from '../../tests/support/world.js';

const body = { url: 'https://hooks.example.com/cost', event_types: ['optimization.completed'] };

/** A world with something written to each part of it. */
const written = () => {
  const test = worldOf();
  test.ask('createWebhookEndpoint', { body });
  return test;
};

test('a copy is not touched by what happens later', () => {
  const { ask, world } = written();
  const copy = world.state.copy();
  const text = world.state.write();
  ask('createWebhookEndpoint', { body });
  expect(world.state.write()).not.toBe(text);
  world.state.restore(copy);
  expect(world.state.write()).toBe(text);
  expect(world.endpoints()).toHaveLength(1);
});

test('what is written down is read again in another process', () => {
  const { world } = written();
  const other = worldOf().world;
  other.state.restore(other.state.read(world.state.write()));
  expect(other.state.copy()).toEqual(world.state.copy());
});
