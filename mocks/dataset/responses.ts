import type { Pagination } from '../../src/generated/types.js';
import type { ValidationIssue } from '../http/http-error.js';
import type { Failure, OperationHandler, OperationRequest, OperationResponse } from '../types.js';

/** @param message what does not exist, and what to do */
export function notFound(message: string): { failure: Failure } {
  return { failure: { status: 404, code: 'NOT_FOUND', message, details: null } };
}

/**
 * Creates a handler that receives what a parameter in the path names, or returns 404.
 *
 * @param missing describes what does not exist, and what to do
 */
export function withNamed<T>(
  parameter: string,
  find: (id: string) => T | undefined,
  missing: (id: string) => string,
  respond: (found: T, request: OperationRequest) => OperationResponse,
): OperationHandler {
  return (request) => {
    const id = request.path[parameter] as string;
    const found = find(id);
    return found === undefined ? notFound(missing(id)) : respond(found, request);
  };
}

/** Rejects a request for a reason that depends on the dataset. */
export function invalid(issue: ValidationIssue): { failure: Failure } {
  const where = issue.loc.slice(1).join('.') || issue.loc[0];
  return {
    failure: {
      status: 422,
      code: 'VALIDATION_ERROR',
      message: `\`${where}\` ${issue.msg.charAt(0).toLowerCase()}${issue.msg.slice(1)}`,
      details: [issue],
    },
  };
}

/** Rejects a query parameter for a reason that depends on the dataset or on other parameters. */
export function invalidQuery(
  name: string,
  msg: string,
  type: string,
  more: Pick<ValidationIssue, 'input' | 'ctx'> = {},
): { failure: Failure } {
  return invalid({ loc: ['query', name], msg, type, ...more });
}

/** @param details the conflicting resources, machine-readable */
export function conflict(message: string, details: unknown): { failure: Failure } {
  return { failure: { status: 409, code: 'CONFLICT', message, details } };
}

/** A page of a list, and its position in the list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/** Returns one page of a list; a page past the last is empty. */
export function pageOf<Row, Shown>(
  rows: readonly Row[],
  page: number,
  pageSize: number,
  show: (row: Row) => Shown,
): Page<Shown> {
  const totalPages = Math.ceil(rows.length / pageSize);
  return {
    items: rows.slice((page - 1) * pageSize, page * pageSize).map(show),
    pagination: {
      total_items: rows.length,
      total_pages: totalPages,
      current_page: page,
      page_size: pageSize,
      has_next: page < totalPages,
      has_previous: page > 1 && totalPages > 0,
    },
  };
}
