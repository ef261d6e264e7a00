/** A page of a list, and its position in the list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: {
    readonly total_items: number;
    readonly total_pages: number;
    readonly current_page: number;
    readonly page_size: number;
    readonly has_next: boolean;
    readonly has_previous: boolean;
  };
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
