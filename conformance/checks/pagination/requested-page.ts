import type { ProbeCheck } from '../../check.js';
import { type CompleteExchange, isSuccess } from '../../http/exchange.js';
import { NotApplicable } from '../../outcome.js';
import { requested } from '../exchange-data.js';
import {
  expectPage,
  identitiesIn,
  identityOf,
  ofPage,
  ofSize,
  onPages,
  paginationOf,
  read,
  smallerSize,
} from './paged.js';

/** How page and page_size choose a page. */
export const requestedPageChecks: readonly ProbeCheck[] = [
  onPages({
    id: 'pagination.starts-at-the-first-page',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A list without page is its page 1.',
    async judge({ plan, page, items, exchange }, probe) {
      const first = read(await probe.send(ofPage(plan, 1)));
      const same = identitiesIn([first]).join() === items.map(identityOf).join();
      return (
        (page.current_page === 1 && same) || {
          message: 'A list without page is not its page 1.',
          expected: `current_page 1 with the items of page=1`,
          actual: `current_page ${page.current_page} with ${same ? 'the same' : 'other'} items`,
          exchange,
        }
      );
    },
  }),
  onPages({
    id: 'pagination.page-is-honoured',
    level: 'MUST',
    basis: 'stated',
    requirement: 'page chooses the page: current_page tells the one that was asked for.',
    cost: 2,
    needs: 2,
    async judge({ plan, page }, probe) {
      const second = read(await probe.send(ofPage(ofSize(plan, smallerSize(page)), 2)));
      if (second.page.total_pages < 2) throw new NotApplicable('the list has one page only');
      expectPage(2, second);
      return true;
    },
    watch: {
      // What comes for a page that the list does not have is not stated.
      when: (exchange) => {
        const page = isSuccess(exchange) ? paginationOf(exchange) : undefined;
        const number = Number(requested(exchange, 'page'));
        return page !== undefined && Number.isInteger(number) && number >= 1 && number <= page.total_pages;
      },
      run: (exchange) => expectPage(Number(requested(exchange, 'page')), read(exchange)),
    },
  }),
  onPages({
    id: 'pagination.page-size-is-honoured',
    level: 'MUST',
    basis: 'stated',
    requirement: 'page_size chooses how many items a page holds.',
    cost: 3,
    async judge({ plan, page }, probe) {
      // One of these is surely within the server's bounds, which nobody states.
      const near = [smallerSize(page), page.page_size - 1, page.page_size + 1];
      const sizes = [...new Set(near.filter((size) => size > 0))];
      let last: CompleteExchange | undefined;
      for (const size of sizes) {
        last = await probe.send(ofSize(plan, size));
        if (!isSuccess(last) || read(last).page.page_size === size) return true;
      }
      if (!last) throw new NotApplicable('no other page size could be asked for');
      return {
        message: 'page_size changes nothing.',
        expected: `page_size ${sizes.join(' or ')} as asked for`,
        actual: `page_size ${read(last).page.page_size}`,
        exchange: last,
      };
    },
  }),
];
