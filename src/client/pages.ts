import { PaginationError } from './errors/pagination-error.js';

/** One page of a list, as far as reading on depends on it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination: {
    readonly has_next: boolean;
    readonly current_page?: number;
    readonly total_pages?: number;
  };
}

/** Items of one page when the caller reads a whole list and names no size. */
export const walkingPageSize = 100;

/**
 * Reads a list from a page to its last. An empty page ends it too, whatever its `has_next` says.
 *
 * @param path of the list, for errors
 * @param read reads one page, counted from 1
 * @throws {PaginationError} when `has_next` would lead on for ever
 */
export async function* pages<Item>(
  path: string,
  read: (page: number) => Promise<Page<Item>>,
  first = 1,
): AsyncGenerator<Item, void, undefined> {
  let previous: Page<Item> | undefined;
  for (let page = first; ; page += 1) {
    const current = await read(page);
    const reason = reasonToStop(current, previous);
    if (reason !== null) throw new PaginationError(path, page, reason);
    yield* current.items;
    if (!current.pagination.has_next || current.items.length === 0) return;
    previous = current;
  }
}

function reasonToStop<Item>(current: Page<Item>, previous: Page<Item> | undefined): string | null {
  if (!Array.isArray(current?.items) || !current.pagination) return 'it has no `items` and `pagination`';
  const { has_next, current_page, total_pages } = current.pagination;
  if (!has_next || current.items.length === 0) return null;
  if (current_page !== undefined && total_pages !== undefined && current_page > total_pages) {
    return `has_next is true beyond the last page, ${total_pages}`;
  }
  if (!previous) return null;
  const before = previous.pagination.current_page;
  if (current_page !== undefined && before !== undefined && current_page <= before) {
    return `current_page is ${current_page} after ${before}, so the pages do not advance`;
  }
  return JSON.stringify(current.items) === JSON.stringify(previous.items)
    ? 'it has the same items as the page before it'
    : null;
}
