import { expect, test } from 'vitest';
import { readsOf } from './reads.mjs';

const operation = {
  operationId: 'listThings',
  method: 'GET',
  path: '/things/{owner}',
  parameters: [
    { name: 'owner', in: 'path', required: true, schema: {} },
    { name: 'kind', in: 'query', required: true, schema: { enum: ['a', 'b'] } },
    { name: 'word', in: 'query', required: false, schema: {} },
  ],
};

test('each resource is read, and one of them with every value of every parameter', () => {
  const reads = readsOf([operation], { owner: ['x/1', 'y'], word: ['q&a'] });
  expect(reads.map(({ target }) => target)).toEqual([
    '/things/x%2F1?kind=a',
    '/things/y?kind=a',
    '/things/x%2F1?kind=a',
    '/things/x%2F1?kind=b',
    '/things/x%2F1?kind=a&word=q%26a',
  ]);
});

test('writes are not read', () => {
  expect(readsOf([{ ...operation, method: 'PUT' }], { owner: ['x'] })).toEqual([]);
});

test('a resource whose names nobody knows is a fault of the list, and not skipped', () => {
  expect(() => readsOf([operation], {})).toThrow('no value known for owner of listThings');
});
