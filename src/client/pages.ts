import { PaginationError } from './errors/pagination-error.js';
import type { OperationId } from './methods/operation-types.js';

/** The parts of a page that pagination depends on. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination: {
    readonly has_next: boolean;
    /** A server may omit the numbers of pages. Then every comparison is false. */
    readonly current_page: number;
    readonly total_pages: number;
  };
}

/** The default `page_size` when a whole list is read. */
export const walkingPageSize = 100;

/**
 * Iterates over the items of a list, from one page to the last. An empty page also ends the list, even if its `has_next`
 * is true.
 *
 * @param list the operation and its path, for errors
 * @param read reads one page, counted from 1
 * @throws {PaginationError} if the pagination never ends
 */
export async function* pages<Item>(
  list: { readonly operation: OperationId; readonly path: string },
  read: (page: number) => Promise<Page<Item>>,
  first = 1,
): AsyncGenerator<Item, void, undefined> {
  let previous: Page<Item> | undefined;
  for (let page = first; ; page += 1) {
    const current = await read(page);
    const reason = reasonToStop(current, previous);
    if (reason !== null) throw new PaginationError(list, page, reason);
    yield* current.items;
    if (!current.pagination.has_next || current.items.length === 0) return;
    previous = current;
  }
}

function reasonToStop<Item>(current: Page<Item>, previous: Page<Item> | undefined): string | null {
  if (!Array.isArray(current?.items) || !current.pagination)
    return 'the response has no `items` and `pagination`';
  const { has_next, current_page: page, total_pages } = current.pagination;
  if (!has_next || current.items.length === 0) return null;
  if (page > total_pages) return `has_next is true although total_pages is ${total_pages}`;
  if (!previous) return null;
  const before = previous.pagination.current_page;
  if (page <= before) return `current_page is ${page} after ${before}, so the pages do not advance`;
  const isSame = JSON.stringify(current.items) === JSON.stringify(previous.items);
  return isSame ? 'its items are the same as on the previous page' : null;
}
