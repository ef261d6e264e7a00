import type { Pagination } from '../../src/generated/types.js';
import { HttpError, invalid, type ValidationIssue } from '../http/http-error.js';

/** @param message what does not exist, and what to do */
export function notFound(message: string): HttpError {
  return new HttpError('NOT_FOUND', message);
}

/** Rejects a query parameter for a reason that depends on the dataset or on other parameters. */
export function invalidQuery(
  name: string,
  msg: string,
  type: string,
  more: Pick<ValidationIssue, 'input' | 'ctx'> = {},
): HttpError {
  return invalid([{ loc: ['query', name], msg, type, ...more }]);
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
