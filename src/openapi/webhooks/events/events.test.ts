import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { createMock } from '../../../../mocks/create-mock.js';
import type { components } from '../../../generated/types.js';

type Row = components['schemas']['Recommendation'];
type Decision = components['schemas']['SavingDecisionEvent'];

const document = JSON.parse(readFileSync(new URL('../../../../dist/openapi.json', import.meta.url), 'utf8'));
const { examples, parameters, schemas } = document.components;
const { data } = await readMock('/api/v1/providers/provider_a/recommendations?page_size=100');
const rows: Row[] = data.items;
const rowOf = (id: string) => rows.find(({ recommendation_id }) => recommendation_id === id);

describe('the events', () => {
  it('are the known event types of an endpoint', () => {
    expect(Object.keys(document.webhooks)).toEqual(schemas.EventType['x-known-values']);
  });

  it.each(['onRecommendationAccepted.accepted', 'onRecommendationRejected.rejected'])(
    'have the same decision as the list: %s',
    (name) => {
      const {
        recommendation_id,
        status,
        saving_acceptance,
        saving_accepted_by,
        saving_accepted_at,
      }: Decision = examples[name].value;
      const row = rowOf(recommendation_id);
      expect(row?.status).toBe(status);
      if (saving_acceptance === 'accepted') {
        expect(row).toMatchObject({ saving_accepted_by, terms_accepted_at: `${saving_accepted_at}Z` });
      }
    },
  );
});

describe('the example in the description of webhook-signature', () => {
  const { description, schema } = parameters.WebhookSignature;
  const [secret] = /whsec_[\w+/=]{8,}/.exec(description) ?? [];
  const [body] = /\{"recommendation_id".*?\}/.exec(description) ?? [];

  it('has the body of an example', () => {
    expect(JSON.parse(body as string)).toEqual(examples['onOptimizationCompleted.one-click'].value);
  });

  it('has the signature of the header example', () => {
    const [id] = parameters.WebhookId.schema.examples;
    const sentAt = new Date(Number(parameters.WebhookTimestamp.schema.examples[0]) * 1000);
    expect(new Webhook(secret as string).sign(id, sentAt, body as string)).toBe(schema.examples[0]);
  });
});

async function readMock(path: string): Promise<any> {
  const { fetch, keys } = await createMock();
  const response = await fetch(`http://mock.invalid${path}`, {
    headers: { authorization: `Bearer ${keys[0]?.key}` },
  });
  return response.json();
}
