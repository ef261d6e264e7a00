import { expect, expectTypeOf, test } from 'vitest';
import { document } from '../generated/document.js';
import type { components } from '../generated/types.js';
import { eventTypeOf, type WebhookEvent } from './event.js';

const examples = Object.entries<any>(document.webhooks).flatMap(([type, { post }]) =>
  Object.entries<any>(post.requestBody.content['application/json'].examples).map(([name, example]) => ({
    type,
    name,
    value: (example.$ref ? document.components.examples[example.$ref.split('/').pop()] : example).value,
  })),
);

test.each(examples)('recognizes the example $name as $type', ({ type, value }) => {
  expect(eventTypeOf(value)).toBe(type);
});

test('every type has an example', () => {
  expect(new Set(examples.map(({ type }) => type))).toEqual(new Set(Object.keys(document.webhooks)));
});

test.each([
  { status: 'optimized' },
  { status: 'paused', implementation_method: 'manual' },
  { status: 'constructor', implementation_method: 'manual' },
  { saving_acceptance: 'postponed' },
  [],
  null,
  'optimized',
])('returns null for %j', (data) => {
  expect(eventTypeOf(data)).toBeNull();
});

test('narrows the data by the type', () => {
  const messageOf = (event: WebhookEvent) => {
    switch (event.type) {
      case 'optimization.failed':
        expectTypeOf(event.data).toEqualTypeOf<components['schemas']['OptimizationFailedEvent']>();
        return event.data.message;
      case 'recommendation.rejected':
        return event.data.rejection_explanation;
      case null:
        expectTypeOf(event.data).toBeUnknown();
        return null;
      default:
        return event.data.status;
    }
  };
  expectTypeOf(messageOf).returns.toEqualTypeOf<string | null>();
});
