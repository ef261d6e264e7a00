import type { OperationId } from '../methods/operation-types.js';
import { CallError } from './call-error.js';

/** The pagination of a list never ends. */
export class PaginationError extends CallError {
  override readonly name = 'PaginationError';
  declare readonly operation: OperationId;
  /** The path template, such as `/api/v1/commitments`. */
  declare readonly path: string;

  constructor(
    list: { readonly operation: OperationId; readonly path: string },
    /** The page that was requested, counted from 1. */
    readonly page: number,
    reason: string,
  ) {
    super(`Stopped at page ${page} of ${list.path}: ${reason}. This is a bug in the server.`);
    Object.assign(this, { ...list, method: 'GET' });
  }
}
