import { expect, test } from 'vitest';
import { serializePath } from './path-serializer.js';

const detail = '/api/v1/commitments/detail/{commitment_id}';
const urlOf = (commitment_id: unknown) =>
  serializePath(`https://api.example.com${detail}`, { commitment_id });

test.each([
  ['ri-1', 'ri-1'],
  [
    'arn:provider_a:savingsplans::1:savingsplan/3f2b',
    'arn%3Aprovider_a%3Asavingsplans%3A%3A1%3Asavingsplan%2F3f2b',
  ],
  ['100%', '100%25'],
  ['a%2Fb', 'a%252Fb'],
  ['$&', '%24%26'],
  ['...', '...'],
  [42, '42'],
])('encodes %j once', (id, segment) => {
  const url = urlOf(id);
  expect(url).toBe(`https://api.example.com/api/v1/commitments/detail/${segment}`);
  expect(new URL(url).href).toBe(url);
});

test.each([undefined, null, '', '.', '..'])('rejects %j, which would change the path', (id) => {
  expect(() => urlOf(id)).toThrow("'commitment_id' must not be empty");
});
