import type { Pagination } from '../../../../src/generated/types.js';
import type { Check, PassiveCheck } from '../../../engine/check.js';
import type { Claim } from '../../../engine/claim.js';
import { show } from '../../../engine/show.js';
import type { Judgment } from '../shared/on-response.js';
import { fail, flags, itemsOf, numbers, paged, paginationOf, source } from './paged.js';

type ListClaim = Omit<Claim, 'source'>;

/** Returns a check of each response of a paged list. */
function onList(claim: ListClaim & Pick<PassiveCheck, 'when' | 'run'>): PassiveCheck {
  return { kind: 'passive', ...claim, source, on: 'success', operations: paged };
}

/** Returns a check of each page. */
function onPage({
  judge,
  ...claim
}: ListClaim & {
  readonly judge: (page: Pagination, items: readonly unknown[]) => Judgment;
}): PassiveCheck {
  return onList({
    ...claim,
    when: (exchange) => paginationOf(exchange) !== undefined && itemsOf(exchange) !== undefined,
    run(exchange) {
      const judgment = judge(paginationOf(exchange) as Pagination, itemsOf(exchange) as unknown[]);
      if (judgment !== true) fail({ ...judgment, exchange });
    },
  });
}

/** Returns a check of the type of some members of `pagination`. */
function typed({
  names,
  isRight,
  what,
  expected,
  ...claim
}: ListClaim & {
  readonly names: readonly string[];
  readonly isRight: (value: unknown) => boolean;
  readonly what: string;
  readonly expected: string;
}): PassiveCheck {
  return onList({
    ...claim,
    when: ({ response }) => typeof response.json?.data?.pagination === 'object',
    run(exchange) {
      const { pagination } = exchange.response.json.data;
      for (const name of names) {
        const value = pagination?.[name];
        if (isRight(value)) continue;
        fail({ message: `\`${name}\` is not ${what}.`, expected, actual: show(value), exchange });
      }
    },
  });
}

/** Checks of one page at a time. */
export const onePageChecks: readonly Check[] = [
  onList({
    id: 'pagination.list-has-items-and-pagination',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The data of a paged list has `items`, an array, and `pagination`, an object.',
    run(exchange) {
      const data = exchange.response.json?.data;
      if (Array.isArray(data?.items) && typeof data?.pagination === 'object' && data.pagination !== null)
        return;
      fail({
        message: 'The data of a paged list does not have `items` and `pagination`.',
        expected: '{"items": […], "pagination": {…}}',
        actual: show(data),
        exchange,
      });
    },
  }),
  typed({
    id: 'pagination.numbers-are-integers',
    level: 'MUST',
    basis: 'stated',
    requirement: '`total_items`, `total_pages`, `current_page` and `page_size` are integers of at least 0.',
    names: numbers,
    isRight: (value) => Number.isInteger(value) && (value as number) >= 0,
    what: 'an integer of at least 0',
    expected: 'an integer of at least 0',
  }),
  typed({
    id: 'pagination.flags-are-booleans',
    level: 'MUST',
    basis: 'stated',
    requirement: '`has_next` and `has_previous` are booleans.',
    names: flags,
    isRight: (value) => typeof value === 'boolean',
    what: 'a boolean',
    expected: 'true or false',
  }),
  onPage({
    id: 'pagination.total-pages-follows-from-items',
    dependsOn: ['pagination.totals-are-the-same-on-every-page'],
    deviation: 'contradiction',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`total_pages` is `total_items` divided by `page_size`, rounded up; an empty list has 0 or 1.',
    judge: ({ total_items, total_pages, page_size }) => {
      const expected = page_size > 0 ? Math.ceil(total_items / page_size) : Number.NaN;
      return (
        total_pages === expected ||
        (total_items === 0 && total_pages === 1) || {
          message: '`total_pages` does not match `total_items` and `page_size`.',
          expected: `total_pages ${expected} for ${total_items} items and page_size ${page_size}`,
          actual: `total_pages ${total_pages}`,
        }
      );
    },
  }),
  onPage({
    id: 'pagination.empty-list-has-no-page',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'An empty list has `total_pages` 0.',
    judge: ({ total_items, total_pages }) =>
      total_items > 0 ||
      total_pages === 0 || {
        message: 'An empty list has `total_pages` above 0.',
        expected: 'total_pages 0',
        actual: `total_pages ${total_pages}`,
      },
  }),
  onPage({
    id: 'pagination.page-is-not-overfull',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A page contains at most `page_size` items.',
    judge: ({ page_size }, items) =>
      items.length <= page_size || {
        message: 'A page contains more than `page_size` items.',
        expected: `at most ${page_size} items`,
        actual: `${items.length} items`,
      },
  }),
  onPage({
    id: 'pagination.page-is-full',
    dependsOn: ['pagination.starts-at-the-first-page', 'pagination.totals-are-the-same-on-every-page'],
    deviation: 'contradiction',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Every page except the last is full, and the last contains the remaining items.',
    judge: ({ total_items, current_page, page_size }, items) => {
      const expected = Math.max(0, Math.min(page_size, total_items - (current_page - 1) * page_size));
      return (
        items.length === expected || {
          message: 'A page contains the wrong number of items.',
          expected: `${expected} items on page ${current_page}, with total_items ${total_items} and page_size ${page_size}`,
          actual: `${items.length} items`,
        }
      );
    },
  }),
  onPage({
    id: 'pagination.has-next-is-true-before-the-last',
    dependsOn: ['pagination.starts-at-the-first-page'],
    deviation: 'contradiction',
    level: 'MUST',
    basis: 'derived',
    requirement: '`has_next` is true if and only if there is a later page.',
    judge: ({ has_next, current_page, total_pages }) =>
      has_next === current_page < total_pages || {
        message: '`has_next` does not match `current_page` and `total_pages`.',
        expected: `has_next ${!has_next} on page ${current_page} of ${total_pages}`,
        actual: `has_next ${has_next}`,
      },
  }),
  onPage({
    id: 'pagination.has-previous-is-true-after-the-first',
    dependsOn: ['pagination.starts-at-the-first-page'],
    deviation: 'contradiction',
    level: 'MUST',
    basis: 'derived',
    requirement: '`has_previous` is false on the first page and true on every later page of the list.',
    judge: ({ has_previous, current_page, total_pages }) =>
      has_previous === current_page > 1 ||
      current_page > total_pages || {
        message: '`has_previous` does not match `current_page`.',
        expected: `has_previous ${!has_previous} on page ${current_page} of ${total_pages}`,
        actual: `has_previous ${has_previous}`,
      },
  }),
];
