import { expect, test } from 'vitest';
import { mockBase } from '../../../tests/faulty-servers/base.js';
import { responses } from '../../../tests/faulty-servers/changes.js';
import { aHar, providersResponse } from '../../../tests/support/suite/har-fixture.js';
import { verify } from '../../../tests/support/suite/verify.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import { checkTraffic } from '../run.js';
import { envelopeChecks } from './envelope.js';

const judge = (body: string) => () =>
  envelopeChecks
    .find(({ id }) => id === 'envelope.body-is-a-json-object')
    ?.run({ response: { status: 200, headers: {}, body } } as unknown as CompleteExchange);

test('names a byte order mark, which would not be seen', () => {
  expect(judge('\uFEFF{"success": true}')).toThrow(
    expect.objectContaining({
      violations: [expect.objectContaining({ actual: expect.stringMatching(/^a byte order mark.*success/) })],
    }),
  );
});

const only = ['envelope.names-are-unique'];

test.each([
  [
    'with different values in the documented shape',
    /"provider_id"/,
    '"provider_id":"x","provider_id"',
    'failed',
  ],
  ['with different values in another shape', /"provider_id"/, '"id":1,"id":2,"x"', 'warned'],
  ['with equal values', /"success":true/, '"success":true,"success":true', 'warned'],
  ['never', /^/, '', 'passed'],
])('judges a name that occurs twice %s', async (_name, pattern, text, status) => {
  const responseBody = JSON.stringify(providersResponse).replace(pattern, text);
  const ofTraffic = await checkTraffic({ har: aHar({ responseBody }), only });
  const { right, apiKeys } = await mockBase();
  const change = responses('GET /providers', (response) => ({
    ...response,
    body: response.body.replace(pattern, text),
  }));
  const ofRun = await verify(change(right), { apiKeys, only, scope: { operations: ['listProviders'] } });
  for (const { results } of [ofTraffic, ofRun]) {
    const result = results.find(({ operation }) => operation === 'listProviders');
    expect(result?.status).toBe(status);
  }
});

test('shows the name and both values', async () => {
  const responseBody = JSON.stringify(providersResponse).replace(
    '"provider_id"',
    '"provider_id":"x","provider_id"',
  );
  const { results } = await checkTraffic({ har: aHar({ responseBody }), only });
  expect(results.find(({ status }) => status === 'failed')).toMatchObject({
    message: '`data[0].provider_id` occurs more than once, with different values.',
    actual: '"x" and "provider_a"',
  });
});
