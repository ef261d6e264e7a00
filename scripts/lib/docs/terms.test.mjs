import { expect, it } from 'vitest';
import { addressOfPlace } from './terms.mjs';

const terms = new Map([
  ['listCommitments', 'reference/list-commitments.html'],
  ['optimization.completed', 'reference/events.html#optimization.completed'],
]);
const shown = new Set([
  'reference/list-commitments.html#query-page',
  'reference/list-commitments.html#data.items.id',
]);

it.each([
  ['listCommitments', 'reference/list-commitments.html'],
  ['listCommitments query page', 'reference/list-commitments.html#query-page'],
  ['listCommitments data.items[].id', 'reference/list-commitments.html#data.items.id'],
  ['listCommitments 404', 'reference/list-commitments.html#failure-404'],
  ['listCommitments data.items[].{id,kind}', 'reference/list-commitments.html'],
  ['Schema Pagination.total_items', 'reference/schemas.html#Pagination'],
  ['webhook optimization.completed', 'reference/events.html#optimization.completed'],
  ['every success data', undefined],
  ['fact rateLimit', undefined],
])('%s is shown at %s', (place, address) => {
  expect(addressOfPlace(place, terms, shown)).toBe(address);
});
