import type { OperationId } from '../methods/operation-types.js';
import { CallError } from './call-error.js';

/** The pagination of a list never ends. */
export class PaginationError extends CallError {
  override readonly name = 'PaginationError';
  declare readonly operation: OperationId;
  /** The path template, such as `/api/v1/commitments`. */
  declare readonly path: string;
  /** The page that was requested, counted from 1. */
  declare readonly page: number;

  constructor(
    list: { readonly operation: OperationId; readonly path: string },
    page: number,
    reason: string,
  ) {
    const message = `Stopped at page ${page} of ${list.path}: ${reason}. This is a bug in the server.`;
    super(message, undefined, { ...list, method: 'GET', page });
  }
}
