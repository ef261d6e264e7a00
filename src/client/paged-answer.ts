/** The answer of a list: one page when it is awaited, every item when it is walked. */
export interface PagedAnswer<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
  /** Every item from the first page to the last, in one array. */
  all(): Promise<Item[]>;
}

/**
 * @param page reads the page that the caller asked for; runs only when the answer is awaited
 * @param items walks the list; runs only when the answer is walked
 */
export function pagedAnswer<Page, Item>(
  page: () => Promise<Page>,
  items: () => AsyncGenerator<Item, void, undefined>,
): PagedAnswer<Page, Item> {
  let asked: Promise<Page> | undefined;
  const once = () => {
    asked ??= page();
    return asked;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise that starts when it is awaited
    then: (resolve, reject) => once().then(resolve, reject),
    catch: (reject) => once().catch(reject),
    finally: (settle) => once().finally(settle),
    [Symbol.toStringTag]: 'PagedAnswer',
    [Symbol.asyncIterator]: items,
    async all() {
      const found: Item[] = [];
      for await (const item of items()) found.push(item);
      return found;
    },
  };
}
