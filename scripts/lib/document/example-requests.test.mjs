// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMock } from '../../../mocks/create-mock.js';
import { root } from '../paths.mjs';
import { exampleRequests } from './example-requests.mjs';
import { operationsOf } from './operations-of.mjs';

const document = JSON.parse(readFileSync(join(root, 'dist/openapi.json'), 'utf8'));

test('builds a successful request to every operation from the examples of the document', async () => {
  const mock = await createMock({ keys: ['one_test_caller'], frozen: true });
  const requests = exampleRequests(document, 'one_test_caller');
  const statusOf = new Map();
  for (const { operationId, target, ...request } of requests) {
    const { status } = await mock.fetch(`http://mock${target}`, request);
    if (!statusOf.has(operationId) || status < 300) statusOf.set(operationId, status);
  }
  const failed = [...statusOf].filter(([, status]) => status >= 300);
  // The webhook endpoint in the examples does not exist in the mock.
  expect(failed).toEqual([['deleteWebhookEndpoint', 404]]);
  expect(statusOf.size).toBe(operationsOf(document).length);
});
