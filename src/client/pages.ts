/** One page of a list, as far as walking it needs to know. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination: { readonly has_next: boolean };
}

/** Items to ask for at once when the caller walks a whole list and names no size. */
export const walkingPageSize = 100;

/**
 * Walks a list from a page to its last. It stops at a page that is empty too, so that a server whose
 * `has_next` is always true cannot keep it going for ever.
 */
export async function* pages<Item>(
  read: (page: number) => Promise<Page<Item>>,
  first = 1,
): AsyncGenerator<Item, void, undefined> {
  for (let page = first; ; page += 1) {
    const { items, pagination } = await read(page);
    yield* items;
    if (!pagination.has_next || items.length === 0) return;
  }
}
