import { expect, test } from 'vitest';
import { document } from '../generated/document.js';
import { signWebhook } from './sign.js';

const resolve = (value: any): any =>
  typeof value?.$ref === 'string'
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((at: any, name: string) => at[name], document)
    : value;

/** The example of a delivery header in the document. */
const exampleOf = (name: string): string =>
  document.webhooks['optimization.completed'].post.parameters
    .map(resolve)
    .find((parameter: any) => parameter.name === name).schema.examples[0];

test('reproduces the example signature of the document', () => {
  const headers = signWebhook('whsec_b25seS1hbi1leGFtcGxlLXRvLXRyeS1pdC1vdXQ=', {
    id: exampleOf('webhook-id'),
    sentAt: new Date(Number(exampleOf('webhook-timestamp')) * 1000),
    body: '{"recommendation_id":"rec-1006","status":"optimized","implementation_method":"one-click"}',
  });
  expect(headers).toEqual({
    'webhook-id': exampleOf('webhook-id'),
    'webhook-timestamp': exampleOf('webhook-timestamp'),
    'webhook-signature': exampleOf('webhook-signature'),
  });
});
