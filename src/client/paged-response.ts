/** A list: one page when it is awaited, every item when it is iterated. */
export interface PagedResponse<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
  /** Every item from the first page to the last, in one array. */
  all(): Promise<Item[]>;
}

/**
 * @param page reads the page that the caller requested; runs only when the response is awaited
 * @param items reads the whole list; runs only when the response is iterated
 */
export function pagedResponse<Page, Item>(
  page: () => Promise<Page>,
  items: () => AsyncGenerator<Item, void, undefined>,
): PagedResponse<Page, Item> {
  let requested: Promise<Page> | undefined;
  const once = () => {
    requested ??= page();
    return requested;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise that starts when it is awaited
    then: (resolve, reject) => once().then(resolve, reject),
    catch: (reject) => once().catch(reject),
    finally: (settle) => once().finally(settle),
    [Symbol.toStringTag]: 'PagedResponse',
    [Symbol.asyncIterator]: items,
    async all() {
      const found: Item[] = [];
      for await (const item of items()) found.push(item);
      return found;
    },
  };
}
