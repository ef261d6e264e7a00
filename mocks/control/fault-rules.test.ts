import { expect, test } from 'vitest';
import { type Operation, type OperationId, operations } from '../../src/generated/operations.js';
import type { FaultRule } from './fault.js';
import { createFaultRules } from './fault-rules.js';

const operationOf = (id: OperationId) =>
  operations.find(({ operationId }) => operationId === id) as Operation;

/** For so many requests of an operation: whether each is spoilt, as + and -. */
const spoiltOf = (rules: readonly FaultRule[], requests: number, id: OperationId = 'listProviders') => {
  const faults = createFaultRules();
  faults.set(rules);
  return Array.from({ length: requests }, () => (faults.next(operationOf(id)) ? '+' : '-')).join('');
};

const drop: FaultRule = { operation: '*', kind: 'drop' };

test('a rule spoils every request of its operation, and no other', () => {
  expect(spoiltOf([{ ...drop, operation: 'listProviders' }], 3)).toBe('+++');
  expect(spoiltOf([{ ...drop, operation: 'listProviders' }], 3, 'listCommitments')).toBe('---');
});

test('nth is once, every is each so many, count is the most', () => {
  expect(spoiltOf([{ ...drop, nth: 3 }], 6)).toBe('--+---');
  expect(spoiltOf([{ ...drop, every: 2 }], 6)).toBe('-+-+-+');
  expect(spoiltOf([{ ...drop, every: 2, count: 2 }], 6)).toBe('-+-+--');
});

test('no operation fails with a status it does not document', () => {
  expect(spoiltOf([{ operation: '*', kind: 'status', status: 409 }], 1, 'listProviders')).toBe('-');
  expect(spoiltOf([{ operation: '*', kind: 'status', status: 409 }], 1, 'updateVirtualTagKey')).toBe('+');
});

test('the first rule that is due wins, and the others count all the same', () => {
  const faults = createFaultRules();
  faults.set([
    { ...drop, nth: 2 },
    { operation: '*', kind: 'malformed' },
  ]);
  const operation = operationOf('listProviders');
  expect([faults.next(operation)?.kind, faults.next(operation)?.kind]).toEqual(['malformed', 'drop']);
  expect(faults.list()).toMatchObject([
    { seen: 2, spoilt: 1 },
    { seen: 2, spoilt: 1 },
  ]);
});
