import type { Check } from '../../check.js';
import { describe } from '../../expect/answer.js';
import { show } from '../../expect/show.js';
import { twiceIn } from '../../expect/twice.js';
import type { AnsweredExchange } from '../../http/exchange.js';
import { isSuccess } from '../../http/exchange.js';
import { NotApplicable } from '../../outcome.js';
import { withQuery } from '../../requests.js';
import { asked } from '../exchange-data.js';
import {
  expectPage,
  fail,
  firstPage,
  identityOf,
  isPaged,
  longestWalk,
  type Page,
  paginationOf,
  read,
  smallerSize,
  source,
  walk,
} from './paged.js';

/** How the pages of one list hang together. */
export const pagesChecks: readonly Check[] = [
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
            const twice = twiceIn(items);
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
        message:
          beyond.items.length > 0
            ? 'A page beyond the last is not empty.'
            : 'A page beyond the last says that there is another.',
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
