import { expect, test } from 'vitest';
import { document } from '../../src/generated/document.js';
import { eventWarnings } from './event-warnings.js';

const examples = Object.entries<any>(document.webhooks).flatMap(([type, { post }]) =>
  Object.values<any>(post.requestBody.content['application/json'].examples).map((example) => ({
    type,
    event: (example.$ref ? document.components.examples[example.$ref.split('/').pop()] : example).value,
  })),
);

test.each(examples)('accepts the examples of $type', ({ type, event }) => {
  expect(eventWarnings(type, event)).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  [
    'optimization.completed',
    { recommendation_id: 'rec-1', status: 'optimized' },
    ['`event.implementation_method` of optimization.completed: Is required.'],
  ],
  [
    'optimization.completed',
    { recommendation_id: 7, status: 'optimized', implementation_method: 'manual' },
    ['`event.recommendation_id` of optimization.completed: Must be a string.'],
  ],
  ['optimization.completed', 'done', ['`event` of optimization.completed: Must be an object.']],
  [
    'optimization.complete',
    {},
    ["The document has no event 'optimization.complete'. Did you mean 'optimization.completed'?"],
  ],
])('warns of what the document does not allow: %s %j', (type, event, warnings) => {
  expect(eventWarnings(type, event)).toEqual(warnings);
});
