import type { ApiPromise } from './api-promise.js';

/** A page of a list that can return the next one. Its methods are not enumerable, so it is also plain data. */
export type PageOf<Page> = Page & {
  hasNextPage(): boolean;
  /**
   * Returns the next page.
   *
   * @throws {RangeError} if this is the last page
   */
  getNextPage(): Promise<PageOf<Page>>;
};

/** A paginated list: `await` returns one page, `for await` iterates over the items of all pages. */
export interface PagedResponse<Page, Item> extends ApiPromise<PageOf<Page>>, AsyncIterable<Item> {
  /** Returns the items of all pages in one array. */
  all(): Promise<Item[]>;
}

/**
 * @param page reads the requested page; called when the response is awaited
 * @param items reads the whole list; called when the response is iterated
 */
export function pagedResponse<Page, Item>(
  page: () => ApiPromise<PageOf<Page>>,
  items: () => AsyncGenerator<Item, void, undefined>,
): PagedResponse<Page, Item> {
  let requested: ApiPromise<PageOf<Page>> | undefined;
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

/** Adds the methods of {@link PageOf} to a page. */
export function withNextPage(page: unknown, read: () => Promise<PageOf<object>>): PageOf<object> {
  const { pagination } = Object(page) as { pagination?: { has_next?: boolean } };
  const hasNextPage = () => pagination?.has_next === true;
  const getNextPage = async () => {
    if (hasNextPage()) return read();
    throw new RangeError('This is the last page. Check hasNextPage() first.');
  };
  return Object.defineProperties(Object(page), {
    hasNextPage: { value: hasNextPage },
    getNextPage: { value: getNextPage },
  });
}
