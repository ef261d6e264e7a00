import { type Operation, operations } from '../../../src/generated/operations.js';
import { operationOf } from '../../suite/contract.js';
import type { Check } from '../check.js';
import type { Scope } from './scope.js';

/** Returns the operations in scope that a check applies to; null is the API as a whole. */
export function subjectsOf(check: Check, scope?: Scope): readonly (Operation | null)[] {
  return allSubjectsOf(check).filter(
    (operation) => operation === null || (scope?.has(operation.operationId) ?? true),
  );
}

function allSubjectsOf(check: Check): readonly (Operation | null)[] {
  if (check.kind === 'exchange') {
    return check.operations ? check.operations.map(operationOf) : [...operations, null];
  }
  if (check.operations === 'api') return [null];
  if (typeof check.operations === 'function') return operations.filter(check.operations);
  return check.operations.map(operationOf);
}
