import { expect, test } from 'vitest';
import { testDataset } from '../../tests/support/dataset.js';

const body = { url: 'https://hooks.example.com/cost', event_types: ['optimization.completed'] };

/** A world with something written to each part of it. */
const written = () => {
  const test = testDataset();
  test.call('createWebhookEndpoint', { body });
  return test;
};

test('a copy is not touched by what happens later', () => {
  const { call, dataset } = written();
  const copy = dataset.state.copy();
  const text = dataset.state.write();
  call('createWebhookEndpoint', { body });
  expect(dataset.state.write()).not.toBe(text);
  dataset.state.restore(copy);
  expect(dataset.state.write()).toBe(text);
  expect(dataset.endpoints()).toHaveLength(1);
});

test('what is written down is read again in another process', () => {
  const { dataset } = written();
  const other = testDataset().dataset;
  other.state.restore(other.state.read(dataset.state.write()));
  expect(other.state.copy()).toEqual(dataset.state.copy());
});
