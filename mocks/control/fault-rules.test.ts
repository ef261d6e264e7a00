import { expect, test } from 'vitest';
import { type Operation, type OperationId, operations } from '../../src/generated/operations.js';
import type { FaultRule } from './fault.js';
import { createFaultRules } from './fault-rules.js';

const operationOf = (id: OperationId) =>
  operations.find(({ operationId }) => operationId === id) as Operation;

/** Returns + for each request with a fault and - for each without. */
const injectedOf = (rules: readonly FaultRule[], requests: number, id: OperationId = 'listProviders') => {
  const faults = createFaultRules();
  faults.set(rules);
  return Array.from({ length: requests }, () => (faults.next(operationOf(id)) ? '+' : '-')).join('');
};

const drop: FaultRule = { operation: '*', kind: 'drop' };

test('applies a rule to all requests of its operation and to no others', () => {
  expect(injectedOf([{ ...drop, operation: 'listProviders' }], 3)).toBe('+++');
  expect(injectedOf([{ ...drop, operation: 'listProviders' }], 3, 'listCommitments')).toBe('---');
});

test('restricts a rule by nth, every and count', () => {
  expect(injectedOf([{ ...drop, nth: 3 }], 6)).toBe('--+---');
  expect(injectedOf([{ ...drop, every: 2 }], 6)).toBe('-+-+-+');
  expect(injectedOf([{ ...drop, every: 2, count: 2 }], 6)).toBe('-+-+--');
});

test('does not apply a status to an operation that does not document it', () => {
  expect(injectedOf([{ operation: '*', kind: 'status', status: 409 }], 1, 'listProviders')).toBe('-');
  expect(injectedOf([{ operation: '*', kind: 'status', status: 409 }], 1, 'updateVirtualTagKey')).toBe('+');
});

test('applies the first rule that is due, and counts the request for all rules', () => {
  const faults = createFaultRules();
  faults.set([
    { ...drop, nth: 2 },
    { operation: '*', kind: 'malformed' },
  ]);
  const operation = operationOf('listProviders');
  expect([faults.next(operation)?.kind, faults.next(operation)?.kind]).toEqual(['malformed', 'drop']);
  expect(faults.list()).toMatchObject([
    { matched: 2, injected: 1 },
    { matched: 2, injected: 1 },
  ]);
});
