/** A paginated list: `await` returns one page, `for await` iterates over the items of all pages. */
export interface PagedResponse<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
  /** Returns the items of all pages in one array. */
  all(): Promise<Item[]>;
}

/**
 * @param page reads the requested page; called when the response is awaited
 * @param items reads the whole list; called when the response is iterated
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
    // biome-ignore lint/suspicious/noThenProperty: this promise starts when it is awaited
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
