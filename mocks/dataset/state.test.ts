import { expect, test } from 'vitest';
import { testDataset } from '../../tests/support/dataset/dataset.js';

const body = { url: 'https://hooks.example.com/cost', event_types: ['optimization.completed'] };

/** A dataset whose state differs from the seed data. */
const changedDataset = () => {
  const test = testDataset();
  test.call('createWebhookEndpoint', { body });
  return test;
};

test('later requests do not change a copy', () => {
  const { call, dataset } = changedDataset();
  const copy = dataset.state.copy();
  const text = dataset.state.write();
  call('createWebhookEndpoint', { body });
  expect(dataset.state.write()).not.toBe(text);
  dataset.state.restore(copy);
  expect(dataset.state.write()).toBe(text);
  expect(dataset.endpoints()).toHaveLength(1);
});

test('reads a written state in another dataset', () => {
  const { dataset } = changedDataset();
  const other = testDataset().dataset;
  other.state.restore(other.state.read(dataset.state.write()));
  expect(other.state.copy()).toEqual(dataset.state.copy());
});
