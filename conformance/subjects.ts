import { type Operation, operations } from '../src/generated/operations.js';
import type { Check } from './check.js';
import { operationOf } from './contract.js';

/** The operations a check gives a verdict on; null stands for the API as a whole. */
export function subjectsOf(check: Check): readonly (Operation | null)[] {
  if (check.kind === 'exchange') {
    return check.operations ? check.operations.map(operationOf) : [...operations, null];
  }
  if (check.operations === 'api') return [null];
  if (typeof check.operations === 'function') return operations.filter(check.operations);
  return check.operations.map(operationOf);
}
