// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMock } from '../../mocks/create-mock.js';
import { exampleRequests } from './example-requests.mjs';
import { root } from './paths.mjs';

const document = JSON.parse(readFileSync(join(root, 'dist/openapi.json'), 'utf8'));

test('the examples of the document make a request to every operation, which the mock understands', async () => {
  const mock = await createMock({ keys: ['one_test_caller'], frozen: true });
  const requests = exampleRequests(document, 'one_test_caller');
  const answered = new Map();
  for (const { operationId, target, ...request } of requests) {
    const { status } = await mock.fetch(`http://mock${target}`, request);
    if (!answered.has(operationId) || status < 300) answered.set(operationId, status);
  }
  const unhappy = [...answered].filter(([, status]) => status >= 300);
  // Of the endpoint that is removed, the one in the examples, the mock has never heard.
  expect(unhappy).toEqual([['deleteWebhookEndpoint', 404]]);
  expect(answered.size).toBe(34);
});
