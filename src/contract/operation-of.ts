import { operationMethods } from '../generated/methods.js';
import type { OperationId } from '../generated/operations.js';

/** Returns the operation of a method and a path template; null if the document does not have it. */
export function operationOf(method: string, path: string): OperationId | null {
  const request = `${method.toUpperCase()} ${path} `;
  const found = Object.entries(operationMethods).find(([, row]) => `${row} `.startsWith(request));
  return (found?.[0] as OperationId | undefined) ?? null;
}
