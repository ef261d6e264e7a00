import type { Pagination } from '../../../../src/generated/types.js';
import type { ActiveCheck } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import { consistent, derived, proposal } from '../../claims.js';
import { describe } from '../../expect/response.js';
import { onPages, read } from './paged.js';

const hasNext = 'pagination.has-next-is-true-before-the-last';

/** Returns the number of a page beyond the last. */
const pageBeyond = ({ total_pages }: Pagination) => total_pages + 7;

/** Checks of the last page, and of pages beyond it. */
export const lastPageChecks: readonly ActiveCheck[] = [
  onPages({
    id: 'pagination.last-page-has-no-next',
    ...derived,
    requirement: '`has_next` is false on the last page.',
    requests: 1,
    async judge({ page: { total_pages } }, list) {
      if (total_pages === 0) throw new NotApplicable('the list is empty');
      const last = await list.at({ page: total_pages });
      return (
        !last.page.has_next || {
          message: '`has_next` is true on the last page.',
          expected: `has_next false on page ${total_pages} of ${total_pages}`,
          actual: 'has_next true',
          exchange: last.exchange,
        }
      );
    },
  }),
  onPages({
    id: 'pagination.one-page-can-hold-all',
    dependsOn: ['pagination.totals-are-the-same-on-every-page'],
    ...consistent,
    requirement:
      'With `page_size` equal to `total_items`, one page contains the whole list and has no next page.',
    requests: 1,
    needs: 1,
    async judge({ page: { total_items } }, list) {
      const exchange = await list.send({ page_size: total_items });
      // The service does not state the largest page size.
      if (!isSuccess(exchange) || read(exchange).page.page_size !== total_items) {
        throw new NotApplicable(`the server does not return pages of ${total_items} items`);
      }
      const { page, items } = read(exchange);
      const isWhole = page.total_pages === 1 && items.length === total_items;
      return (
        (isWhole && !page.has_next) || {
          message: 'A page as large as the list does not contain the whole list.',
          expected: `${total_items} items, total_pages 1, has_next false`,
          actual: `${items.length} items, total_pages ${page.total_pages}, has_next ${page.has_next}`,
          exchange,
          dependsOn: isWhole ? [hasNext] : [],
        }
      );
    },
  }),
  onPages({
    id: 'pagination.beyond-the-last-page-is-honest',
    ...derived,
    requirement: 'A page beyond the last is rejected, or has no items and no next page.',
    async judge({ page }, list) {
      const exchange = await list.send({ page: pageBeyond(page) });
      if (!isSuccess(exchange)) return true;
      const beyond = read(exchange);
      return (
        // A server may return its last page instead, if current_page shows that.
        beyond.page.current_page <= page.total_pages ||
        (beyond.items.length === 0 && !beyond.page.has_next) || {
          message:
            beyond.items.length > 0
              ? 'A page beyond the last is not empty.'
              : 'A page beyond the last has a next page.',
          expected: 'no items and has_next false',
          actual: `${beyond.items.length} items and has_next ${beyond.page.has_next}`,
          exchange,
          dependsOn: beyond.items.length === 0 ? [hasNext] : [],
        }
      );
    },
  }),
  onPages({
    id: 'pagination.beyond-the-last-page-is-empty',
    ...proposal,
    requirement: 'A page beyond the last is a success with no items and the requested `current_page`.',
    requests: 0,
    async judge({ page }, list) {
      const exchange = await list.send({ page: pageBeyond(page) });
      const beyond = isSuccess(exchange) ? read(exchange) : undefined;
      return (
        (beyond?.items.length === 0 && beyond.page.current_page === pageBeyond(page)) || {
          message: 'A page beyond the last is not an empty success.',
          expected: `status 200, no items, current_page ${pageBeyond(page)}`,
          actual: beyond
            ? `${beyond.items.length} items, current_page ${beyond.page.current_page}`
            : describe(exchange),
          exchange,
        }
      );
    },
  }),
];
