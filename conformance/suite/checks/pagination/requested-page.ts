import type { ActiveCheck } from '../../../engine/check.js';
import { type CompleteExchange, isSuccess } from '../../../engine/http/exchange.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { consistent, stated } from '../../claims.js';
import { requested } from '../shared/exchange-data.js';
import { expectPage, identitiesIn, identityOf, onPages, paginationOf, read, smaller } from './paged.js';

/** Checks of the query parameters page and page_size. */
export const requestedPageChecks: readonly ActiveCheck[] = [
  onPages({
    id: 'pagination.starts-at-the-first-page',
    ...consistent,
    requirement: 'Without `page`, a list returns page 1.',
    async judge({ page, items, exchange }, list) {
      const first = await list.at({ page: 1 });
      const same = identitiesIn([first]).join() === items.map(identityOf).join();
      return (
        (page.current_page === 1 && same) || {
          message: 'Without `page`, a list does not return page 1.',
          expected: `current_page 1 with the items of page=1`,
          actual: `current_page ${page.current_page} with ${same ? 'the same' : 'other'} items`,
          exchange,
        }
      );
    },
  }),
  onPages({
    id: 'pagination.page-is-honoured',
    ...stated,
    requirement: '`page` selects the page, and `current_page` is the requested page.',
    requests: 2,
    needs: 2,
    async judge({ page }, list) {
      const second = await list.at({ ...smaller(page), page: 2 });
      if (second.page.total_pages < 2) throw new NotApplicable('the list has one page only');
      expectPage(2, second);
      return true;
    },
    onTraffic: {
      // The service does not state the response for a page beyond the last.
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
    ...stated,
    requirement: '`page_size` sets the number of items on a page.',
    requests: 3,
    async judge({ page }, list) {
      // The service does not state the bounds; at least one of these sizes is within them.
      const near = [smaller(page).page_size, page.page_size - 1, page.page_size + 1];
      const sizes = [...new Set(near.filter((size) => size > 0))];
      let last: CompleteExchange | undefined;
      for (const size of sizes) {
        last = await list.send({ page_size: size });
        if (!isSuccess(last) || read(last).page.page_size === size) return true;
      }
      if (!last) throw new NotApplicable('no other page size can be requested');
      return {
        message: '`page_size` is ignored.',
        expected: `page_size ${sizes.join(' or ')}, as requested`,
        actual: `page_size ${read(last).page.page_size}`,
        exchange: last,
      };
    },
  }),
];
