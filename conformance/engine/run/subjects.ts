import type { Check } from '../check.js';
import type { Operation } from '../operation.js';
import type { Scope } from './scope.js';

/** Returns the operations in scope that a check applies to; null is the API as a whole. */
export function subjectsOf(
  check: Check,
  operations: readonly Operation[],
  scope?: Scope,
): readonly (Operation | null)[] {
  return allSubjectsOf(check, operations).filter(
    (operation) => operation === null || (scope?.has(operation.operationId) ?? true),
  );
}

function allSubjectsOf(check: Check, operations: readonly Operation[]): readonly (Operation | null)[] {
  if (check.operations === 'api') return [null];
  if (check.operations === undefined) return [...operations, null];
  if (typeof check.operations === 'function') return operations.filter(check.operations);
  return check.operations.flatMap((id) => operations.find(({ operationId }) => operationId === id) ?? []);
}
