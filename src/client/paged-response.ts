import type { ApiPromise } from './api-promise.js';

/** A paginated list: `await` returns one page, `for await` iterates over the items of all pages. */
export interface PagedResponse<Page, Item> extends ApiPromise<Page>, AsyncIterable<Item> {
  /** Returns the items of all pages in one array. */
  all(): Promise<Item[]>;
}

/**
 * @param page reads the requested page; called when the response is awaited
 * @param items reads the whole list; called when the response is iterated
 */
export function pagedResponse<Page, Item>(
  page: () => ApiPromise<Page>,
  items: () => AsyncGenerator<Item, void, undefined>,
): PagedResponse<Page, Item> {
  let requested: ApiPromise<Page> | undefined;
  const once = () => {
    requested ??= page();
    return requested;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: this promise starts when it is awaited
    then: (resolve, reject) => once().then(resolve, reject),
    catch: (reject) => once().catch(reject),
    finally: (settle) => once().finally(settle),
    withResponse: () => once().withResponse(),
    [Symbol.toStringTag]: 'PagedResponse',
    [Symbol.asyncIterator]: items,
    async all() {
      const found: Item[] = [];
      for await (const item of items()) found.push(item);
      return found;
    },
  };
}
