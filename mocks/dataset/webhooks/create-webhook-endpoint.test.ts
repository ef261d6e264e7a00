import { expect, onTestFinished, test, vi } from 'vitest';
import { testDataset } from '../../../tests/support/dataset/dataset.js';

const body = { url: 'https://hooks.example.com/cost', event_types: ['optimization.completed'] };

test('returns 422 when the storage limit is reached, until an endpoint is deleted', () => {
  const long = { ...body, description: 'x'.repeat(700) };
  const { call, failureOf, dataset } = testDataset({ limits: { endpoints: 2100 } });
  const { id } = call('createWebhookEndpoint', { body: long });
  call('createWebhookEndpoint', { body: long });
  const rejected = failureOf('createWebhookEndpoint', { body: long });
  expect(rejected).toMatchObject({ status: 422, code: 'VALIDATION_ERROR', details: [{ type: 'too_many' }] });
  expect(dataset.endpoints()).toHaveLength(2);
  call('deleteWebhookEndpoint', { path: { endpoint_id: id } });
  expect(call('createWebhookEndpoint', { body: long }).id).toBe('whe-0003');
});

test.skipIf(URL.canParse('https://xn--a.example/'))(
  'returns 422 for a name that is not valid Punycode',
  () => {
    const { failureOf } = testDataset();
    const rejected = failureOf('createWebhookEndpoint', { body: { ...body, url: 'https://xn--a.example/' } });
    expect(rejected).toMatchObject({ status: 422, details: [{ loc: ['body', 'url'], type: 'format' }] });
  },
);

test('does not read all endpoints for a new one', () => {
  const { call } = testDataset();
  const read = vi.spyOn(Map.prototype, 'values');
  onTestFinished(() => read.mockRestore());
  call('createWebhookEndpoint', { body });
  expect(read).not.toHaveBeenCalled();
});

test('restoring endpoints restores their size', () => {
  const { call, failureOf, dataset } = testDataset({ limits: { endpoints: 400 } });
  const before = dataset.state.copy();
  call('createWebhookEndpoint', { body });
  const full = dataset.state.read(dataset.state.write());
  dataset.state.restore(before);
  call('createWebhookEndpoint', { body });
  dataset.state.restore(full);
  expect(failureOf('createWebhookEndpoint', { body }).status).toBe(422);
});
