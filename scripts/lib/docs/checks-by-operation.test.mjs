import { expect, it } from 'vitest';
import { checksByOperation } from './checks-by-operation.mjs';

const operations = Array.from({ length: 10 }, (_, index) => ({ operationId: `op${index}`, page: index < 2 }));
const ids = (checks) => checks.map(({ id }) => id);

it('gives each operation the checks that name it, or whose rule it meets', () => {
  const found = checksByOperation(
    [
      { id: 'named', operations: ['op1'] },
      { id: 'ruled', operations: ({ page }) => page },
    ],
    operations,
  );
  expect([ids(found.get('op0')), ids(found.get('op1')), ids(found.get('op2'))]).toEqual([
    ['ruled'],
    ['named', 'ruled'],
    [],
  ]);
});

it('leaves out those of all operations, and of the API as a whole', () => {
  const found = checksByOperation(
    [{ id: 'all', operations: () => true }, { id: 'whole', operations: 'api' }, { id: 'seen' }],
    operations,
  );
  expect(found.get('op0')).toEqual([]);
});
