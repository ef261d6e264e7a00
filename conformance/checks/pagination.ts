import { type Operation, operations } from '../../src/generated/operations.js';
import type { Check, ExchangeCheck } from '../check.js';
import { isProposedParameter } from '../contract.js';
import { describe } from '../expect/answer.js';
import { show } from '../expect/show.js';
import type { AnsweredExchange, RequestPlan } from '../http/exchange.js';
import { isSuccess } from '../http/exchange.js';
import { CannotRun, type Fault, fail as failWith, NotApplicable } from '../outcome.js';
import type { Probe } from '../probe.js';
import { withQuery } from '../requests.js';
import { asked } from './meaning/claim.js';

interface Pagination {
  readonly total_items: number;
  readonly total_pages: number;
  readonly current_page: number;
  readonly page_size: number;
  readonly has_next: boolean;
  readonly has_previous: boolean;
}

const source = 'Pagination object';
const isPaged = ({ parameters }: Operation) =>
  ['page', 'page_size'].every((name) => parameters.some((one) => one.in === 'query' && one.name === name));
const paged = operations.filter(isPaged).map(({ operationId }) => operationId);

/** The most pages that one walk reads. */
const longestWalk = 12;

const numbers = ['total_items', 'total_pages', 'current_page', 'page_size'] as const;
const flags = ['has_next', 'has_previous'] as const;

function itemsOf({ response }: AnsweredExchange): unknown[] | undefined {
  const items = response.json?.data?.items;
  return Array.isArray(items) ? items : undefined;
}

/** @returns the pagination when all of it has its type; what is not so, another check tells. */
function paginationOf({ response }: AnsweredExchange): Pagination | undefined {
  const pagination = response.json?.data?.pagination;
  const whole =
    numbers.every((name) => Number.isInteger(pagination?.[name])) &&
    flags.every((name) => typeof pagination?.[name] === 'boolean');
  return whole ? pagination : undefined;
}

/** A claim about every page that was seen. */
function onPage(
  claim: Pick<Check, 'id' | 'level' | 'basis' | 'requirement'>,
  judge: (page: Pagination, items: readonly unknown[], exchange: AnsweredExchange) => void,
): ExchangeCheck {
  return {
    kind: 'exchange',
    ...claim,
    source,
    on: 'success',
    operations: paged,
    when: (exchange) => paginationOf(exchange) !== undefined && itemsOf(exchange) !== undefined,
    run: (exchange) => judge(paginationOf(exchange) as Pagination, itemsOf(exchange) as unknown[], exchange),
  };
}

/** A page of a correct list, with its parts. */
interface Page {
  readonly page: Pagination;
  readonly items: readonly unknown[];
  readonly exchange: AnsweredExchange;
}

/** Where paging itself is only proposed, a fault in it is too. */
function fail(fault: Fault & { exchange: AnsweredExchange }): never {
  const { operationId } = fault.exchange;
  const proposed = operationId !== null && isProposedParameter(operationId, 'query:page');
  failWith({ ...fault, basis: proposed ? 'proposed' : undefined });
}

function read(exchange: AnsweredExchange): Page {
  if (!isSuccess(exchange)) {
    throw new CannotRun(`a page could not be read: ${describe(exchange)}`, exchange);
  }
  const page = paginationOf(exchange);
  const items = itemsOf(exchange);
  if (!page || !items) {
    if (exchange.operationId && isProposedParameter(exchange.operationId, 'query:page')) {
      throw new NotApplicable('the target does not page this list, which is only proposed');
    }
    throw new CannotRun('the list has no items and pagination, which another check tells');
  }
  return { page, items, exchange };
}

async function firstPage(probe: Probe): Promise<Page & { plan: RequestPlan }> {
  const { plan, exchange } = await probe.correct();
  return { plan, ...read(exchange) };
}

/** Pages 1, 2, … of a list at one size, until the last or as many as one walk reads. */
async function walk(probe: Probe, plan: RequestPlan): Promise<Page[]> {
  const pages: Page[] = [];
  for (let number = 1; number <= longestWalk; number += 1) {
    const page = read(await probe.answer(number === 1 ? plan : withQuery(plan, 'page', String(number))));
    pages.push(page);
    if (number >= page.page.total_pages) break;
  }
  return pages;
}

/** A size that splits the list in a few pages, below the server's own. */
function smallerSize({ total_items, page_size }: Pagination): number {
  const few = Math.max(1, Math.ceil(total_items / 4));
  return few < page_size ? few : Math.max(1, page_size - 1);
}

/** @throws {Finding} when another page came than was asked for */
function expectPage(number: number, { page, exchange }: Page): void {
  if (page.current_page === number) return;
  fail({
    message: 'Another page came than was asked for.',
    expected: `current_page ${number}`,
    actual: `current_page ${page.current_page}`,
    exchange,
  });
}

/** What tells one item from another: its id where it has one. */
function identityOf(item: any): string {
  return JSON.stringify(item?.id ?? item?.row_id ?? item?.recommendation_id ?? item);
}

export const paginationChecks: readonly Check[] = [
  {
    kind: 'exchange',
    id: 'pagination.list-has-items-and-pagination',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A paged list brings `items`, an array, and `pagination`, an object, in its data.',
    source,
    on: 'success',
    operations: paged,
    run(exchange) {
      const data = exchange.response.json?.data;
      if (Array.isArray(data?.items) && typeof data?.pagination === 'object' && data.pagination !== null)
        return;
      fail({
        message: 'The data of a paged list has no items and pagination.',
        expected: '{"items": […], "pagination": {…}}',
        actual: show(data),
        exchange,
      });
    },
  },
  {
    kind: 'exchange',
    id: 'pagination.numbers-are-integers',
    level: 'MUST',
    basis: 'stated',
    requirement: 'total_items, total_pages, current_page and page_size are integers, not below zero.',
    source,
    on: 'success',
    operations: paged,
    when: ({ response }) => typeof response.json?.data?.pagination === 'object',
    run(exchange) {
      const { pagination } = exchange.response.json.data;
      for (const name of numbers) {
        const value = pagination?.[name];
        if (Number.isInteger(value) && value >= 0) continue;
        fail({ message: `${name} is no count.`, expected: 'an integer', actual: show(value), exchange });
      }
    },
  },
  {
    kind: 'exchange',
    id: 'pagination.flags-are-booleans',
    level: 'MUST',
    basis: 'stated',
    requirement: 'has_next and has_previous are booleans.',
    source,
    on: 'success',
    operations: paged,
    when: ({ response }) => typeof response.json?.data?.pagination === 'object',
    run(exchange) {
      const { pagination } = exchange.response.json.data;
      for (const name of flags) {
        const value = pagination?.[name];
        if (typeof value === 'boolean') continue;
        fail({ message: `${name} is no boolean.`, expected: 'true or false', actual: show(value), exchange });
      }
    },
  },
  onPage(
    {
      id: 'pagination.total-pages-follows-from-items',
      level: 'MUST',
      basis: 'derived',
      requirement: 'total_pages is total_items divided by page_size, rounded up; an empty list has 0 or 1.',
    },
    ({ total_items, total_pages, page_size }, _, exchange) => {
      const expected = page_size > 0 ? Math.ceil(total_items / page_size) : Number.NaN;
      if (total_pages === expected || (total_items === 0 && total_pages === 1)) return;
      fail({
        message: 'total_pages does not follow from total_items and page_size.',
        expected: `${expected} pages for ${total_items} items, ${page_size} a page`,
        actual: `total_pages ${total_pages}`,
        exchange,
      });
    },
  ),
  onPage(
    {
      id: 'pagination.empty-list-has-no-page',
      level: 'SHOULD',
      basis: 'proposed',
      requirement: 'An empty list has total_pages 0.',
    },
    ({ total_items, total_pages }, _, exchange) => {
      if (total_items > 0 || total_pages === 0) return;
      fail({
        message: 'An empty list has pages.',
        expected: 'total_pages 0',
        actual: `total_pages ${total_pages}`,
        exchange,
      });
    },
  ),
  onPage(
    {
      id: 'pagination.page-is-not-overfull',
      level: 'MUST',
      basis: 'derived',
      requirement: 'A page holds no more items than its page_size.',
    },
    ({ page_size }, items, exchange) => {
      if (items.length <= page_size) return;
      fail({
        message: 'A page holds more items than its page_size.',
        expected: `at most ${page_size} items`,
        actual: `${items.length} items`,
        exchange,
      });
    },
  ),
  onPage(
    {
      id: 'pagination.page-is-full',
      level: 'MUST',
      basis: 'derived',
      requirement: 'Every page but the last is full, and the last holds the rest.',
    },
    ({ total_items, current_page, page_size }, items, exchange) => {
      const expected = Math.max(0, Math.min(page_size, total_items - (current_page - 1) * page_size));
      if (items.length === expected) return;
      fail({
        message: 'A page does not hold the items that are due on it.',
        expected: `${expected} items on page ${current_page} of ${total_items} items, ${page_size} a page`,
        actual: `${items.length} items`,
        exchange,
      });
    },
  ),
  onPage(
    {
      id: 'pagination.has-next-is-true-before-the-last',
      level: 'MUST',
      basis: 'derived',
      requirement: 'has_next is true exactly when a later page holds items.',
    },
    ({ has_next, current_page, total_pages }, _, exchange) => {
      if (has_next === current_page < total_pages) return;
      fail({
        message: 'has_next is wrong.',
        expected: `has_next ${!has_next} on page ${current_page} of ${total_pages}`,
        actual: `has_next ${has_next}`,
        exchange,
      });
    },
  ),
  onPage(
    {
      id: 'pagination.has-previous-is-true-after-the-first',
      level: 'MUST',
      basis: 'derived',
      requirement: 'has_previous is false on the first page and true on every later one that holds items.',
    },
    ({ has_previous, current_page, total_pages }, _, exchange) => {
      if (has_previous === current_page > 1 || current_page > total_pages) return;
      fail({
        message: 'has_previous is wrong.',
        expected: `has_previous ${!has_previous} on page ${current_page} of ${total_pages}`,
        actual: `has_previous ${has_previous}`,
        exchange,
      });
    },
  ),
  {
    kind: 'probe',
    id: 'pagination.starts-at-the-first-page',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A list without page is its page 1.',
    source,
    operations: isPaged,
    async run(probe) {
      const { plan, page, items, exchange } = await firstPage(probe);
      const first = read(await probe.answer(withQuery(plan, 'page', '1')));
      const same = first.items.map(identityOf).join() === items.map(identityOf).join();
      if (page.current_page === 1 && same) return;
      fail({
        message: 'A list without page is not its page 1.',
        expected: `current_page 1 with the items of page=1`,
        actual: `current_page ${page.current_page} with ${same ? 'the same' : 'other'} items`,
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'pagination.page-is-honoured',
    level: 'MUST',
    basis: 'stated',
    requirement: 'page chooses the page: current_page tells the one that was asked for.',
    source,
    operations: isPaged,
    cost: 2,
    async run(probe) {
      const { plan, page } = await firstPage(probe);
      if (page.total_items < 2) throw new NotApplicable('the list has fewer than two items');
      const sized = withQuery(plan, 'page_size', String(smallerSize(page)));
      const second = read(await probe.answer(withQuery(sized, 'page', '2')));
      if (second.page.total_pages < 2) throw new NotApplicable('the list has one page only');
      expectPage(2, second);
    },
    watch: {
      // What comes for a page that the list does not have is not stated.
      when: (exchange) => {
        const page = isSuccess(exchange) ? paginationOf(exchange) : undefined;
        const number = Number(asked(exchange, 'page'));
        return page !== undefined && Number.isInteger(number) && number >= 1 && number <= page.total_pages;
      },
      run: (exchange) => expectPage(Number(asked(exchange, 'page')), read(exchange)),
    },
  },
  {
    kind: 'probe',
    id: 'pagination.page-size-is-honoured',
    level: 'MUST',
    basis: 'stated',
    requirement: 'page_size chooses how many items a page holds.',
    source,
    operations: isPaged,
    cost: 3,
    async run(probe) {
      const { plan, page } = await firstPage(probe);
      // One of these is surely within the server's bounds, which nobody states.
      const sizes = [smallerSize(page), page.page_size - 1, page.page_size + 1].filter((size) => size > 0);
      let last: AnsweredExchange | undefined;
      for (const size of new Set(sizes)) {
        last = await probe.answer(withQuery(plan, 'page_size', String(size)));
        if (!isSuccess(last) || read(last).page.page_size === size) return;
      }
      if (!last) throw new NotApplicable('no other page size could be asked for');
      fail({
        message: 'page_size changes nothing.',
        expected: `page_size ${[...new Set(sizes)].join(' or ')} as asked for`,
        actual: `page_size ${read(last).page.page_size}`,
        exchange: last,
      });
    },
  },
  ...(
    [
      [
        'pagination.pages-do-not-overlap',
        'No item stands on two pages, at the default size and at a smaller one.',
      ],
      [
        'pagination.pages-hold-every-item',
        'All pages together hold total_items items, at the default size and at a smaller one.',
      ],
    ] as const
  ).map(
    ([id, requirement]): Check => ({
      kind: 'probe',
      id,
      level: 'MUST',
      basis: 'derived',
      requirement,
      source,
      operations: isPaged,
      cost: 6,
      async run(probe) {
        const { plan, page } = await firstPage(probe);
        if (page.total_items === 0) throw new NotApplicable('the list is empty');
        for (const sized of [plan, withQuery(plan, 'page_size', String(smallerSize(page)))]) {
          const pages = await walk(probe, sized);
          const items = pages.flatMap((one) => one.items.map(identityOf));
          const last = pages.at(-1) as Page;
          if (id === 'pagination.pages-do-not-overlap') {
            const twice = items.find((item, index) => items.indexOf(item) !== index);
            if (twice === undefined) continue;
            fail({
              message: 'An item stands on more than one page.',
              expected: 'each item once',
              actual: `${twice} twice, at page_size ${last.page.page_size}`,
              exchange: last.exchange,
            });
          }
          // A longer list is not walked to its end, so its items cannot be counted.
          if (last.page.total_pages > longestWalk || items.length === last.page.total_items) continue;
          fail({
            message: 'The pages together do not hold total_items items.',
            expected: `${last.page.total_items} items`,
            actual: `${items.length} items on ${pages.length} pages of ${last.page.page_size}`,
            exchange: last.exchange,
          });
        }
      },
    }),
  ),
  {
    kind: 'probe',
    id: 'pagination.order-is-the-same-at-every-size',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The items come in the same order whatever the page size.',
    source,
    operations: isPaged,
    cost: 0,
    async run(probe) {
      const { plan, page } = await firstPage(probe);
      if (page.total_items < 2) throw new NotApplicable('the list has fewer than two items');
      const orders = [];
      for (const sized of [plan, withQuery(plan, 'page_size', String(smallerSize(page)))]) {
        orders.push((await walk(probe, sized)).flatMap((one) => one.items.map(identityOf)));
      }
      const [all = [], small = []] = orders;
      const length = Math.min(all.length, small.length);
      const at = small.slice(0, length).findIndex((item, index) => item !== all[index]);
      if (at < 0) return;
      fail({
        message: 'The order of the items changes with the page size.',
        expected: `${all[at]} at position ${at + 1}, as at the default size`,
        actual: small[at] ?? 'nothing',
        exchange: read(await probe.answer(plan)).exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'pagination.order-is-stable',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The same page asked for twice holds the same items in the same order.',
    source,
    operations: isPaged,
    async run(probe) {
      const { plan, items } = await firstPage(probe);
      const again = read(await probe.answer(plan, { again: true }));
      const [before, after] = [items, again.items].map((list) => list.map(identityOf).join(', '));
      if (before === after) return;
      fail({
        message: 'The same page asked for twice differs.',
        expected: show(before),
        actual: show(after),
        exchange: again.exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'pagination.totals-are-the-same-on-every-page',
    level: 'MUST',
    basis: 'derived',
    requirement: 'total_items is the same on every page and at every page size.',
    source,
    operations: isPaged,
    cost: 0,
    async run(probe) {
      const { plan, page } = await firstPage(probe);
      const sized = withQuery(plan, 'page_size', String(smallerSize(page)));
      for (const one of [...(await walk(probe, plan)), ...(await walk(probe, sized))]) {
        if (one.page.total_items === page.total_items) continue;
        fail({
          message: 'total_items changes from page to page.',
          expected: `${page.total_items}, as on the first page`,
          actual: String(one.page.total_items),
          exchange: one.exchange,
        });
      }
    },
  },
  {
    kind: 'probe',
    id: 'pagination.last-page-has-no-next',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Following pages comes to an end: the last page says has_next false.',
    source,
    operations: isPaged,
    cost: 1,
    async run(probe) {
      const { plan, page } = await firstPage(probe);
      if (page.total_pages === 0) throw new NotApplicable('the list is empty');
      const last = read(await probe.answer(withQuery(plan, 'page', String(page.total_pages))));
      if (!last.page.has_next) return;
      fail({
        message: 'The last page says that there is another.',
        expected: `has_next false on page ${page.total_pages} of ${page.total_pages}`,
        actual: 'has_next true',
        exchange: last.exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'pagination.one-page-can-hold-all',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A page just as large as the list holds all of it, and no other comes after it.',
    source,
    operations: isPaged,
    cost: 1,
    async run(probe) {
      const { plan, page } = await firstPage(probe);
      if (page.total_items === 0) throw new NotApplicable('the list is empty');
      const exchange = await probe.answer(withQuery(plan, 'page_size', String(page.total_items)));
      // The largest size is the server's own to choose.
      if (!isSuccess(exchange) || read(exchange).page.page_size !== page.total_items) {
        throw new NotApplicable(`the server has no page of ${page.total_items} items`);
      }
      const whole = read(exchange);
      if (whole.page.total_pages === 1 && !whole.page.has_next && whole.items.length === page.total_items)
        return;
      fail({
        message: 'A page as large as the list does not stand for all of it.',
        expected: `${page.total_items} items, total_pages 1, has_next false`,
        actual: `${whole.items.length} items, total_pages ${whole.page.total_pages}, has_next ${whole.page.has_next}`,
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'pagination.beyond-the-last-page-is-honest',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A page beyond the last, where it is answered at all, holds no items and has no next.',
    source,
    operations: isPaged,
    async run(probe) {
      const { plan, page } = await firstPage(probe);
      const asked = page.total_pages + 7;
      const exchange = await probe.answer(withQuery(plan, 'page', String(asked)));
      if (!isSuccess(exchange)) return;
      const beyond = read(exchange);
      // A server may go back to its last page, if it says so.
      if (beyond.page.current_page <= page.total_pages) return;
      if (beyond.items.length === 0 && !beyond.page.has_next) return;
      fail({
        message: 'A page beyond the last is not empty.',
        expected: 'no items and has_next false',
        actual: `${beyond.items.length} items and has_next ${beyond.page.has_next}`,
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'pagination.beyond-the-last-page-is-empty',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A page beyond the last is an empty success that says which page it is.',
    source: 'Proposed by this contract',
    operations: isPaged,
    cost: 0,
    async run(probe) {
      const { plan, page } = await firstPage(probe);
      const asked = page.total_pages + 7;
      const exchange = await probe.answer(withQuery(plan, 'page', String(asked)));
      if (
        isSuccess(exchange) &&
        read(exchange).items.length === 0 &&
        read(exchange).page.current_page === asked
      )
        return;
      fail({
        message: 'A page beyond the last is not an empty success.',
        expected: `status 200, no items, current_page ${asked}`,
        actual: isSuccess(exchange)
          ? `${read(exchange).items.length} items, current_page ${read(exchange).page.current_page}`
          : describe(exchange),
        exchange,
      });
    },
  },
];
