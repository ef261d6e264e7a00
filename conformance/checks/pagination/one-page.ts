import type { Check, ExchangeCheck } from '../../check.js';
import type { Claim } from '../../claim.js';
import { show } from '../../expect/show.js';
import type { Judgement } from '../on-response.js';
import { fail, flags, itemsOf, numbers, type Pagination, paged, paginationOf, source } from './paged.js';

type ListClaim = Omit<Claim, 'source'>;

/** A claim about every list that was seen and can be paged. */
function onList(claim: ListClaim & Pick<ExchangeCheck, 'when' | 'run'>): ExchangeCheck {
  return { kind: 'exchange', ...claim, source, on: 'success', operations: paged };
}

/** A claim about every page that was seen. */
function onPage({
  judge,
  ...claim
}: ListClaim & {
  readonly judge: (page: Pagination, items: readonly unknown[]) => Judgement;
}): ExchangeCheck {
  return onList({
    ...claim,
    when: (exchange) => paginationOf(exchange) !== undefined && itemsOf(exchange) !== undefined,
    run(exchange) {
      const judgement = judge(paginationOf(exchange) as Pagination, itemsOf(exchange) as unknown[]);
      if (judgement !== true) fail({ ...judgement, exchange });
    },
  });
}

/** A claim about the type of some parts of every `pagination` that was seen. */
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
}): ExchangeCheck {
  return onList({
    ...claim,
    when: ({ response }) => typeof response.json?.data?.pagination === 'object',
    run(exchange) {
      const { pagination } = exchange.response.json.data;
      for (const name of names) {
        const value = pagination?.[name];
        if (isRight(value)) continue;
        fail({ message: `${name} is no ${what}.`, expected, actual: show(value), exchange });
      }
    },
  });
}

/** What every page that was seen says of itself. */
export const onePageChecks: readonly Check[] = [
  onList({
    id: 'pagination.list-has-items-and-pagination',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A paged list brings `items`, an array, and `pagination`, an object, in its data.',
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
  }),
  typed({
    id: 'pagination.numbers-are-integers',
    level: 'MUST',
    basis: 'stated',
    requirement: 'total_items, total_pages, current_page and page_size are integers, not below zero.',
    names: numbers,
    isRight: (value) => Number.isInteger(value) && (value as number) >= 0,
    what: 'count',
    expected: 'an integer',
  }),
  typed({
    id: 'pagination.flags-are-booleans',
    level: 'MUST',
    basis: 'stated',
    requirement: 'has_next and has_previous are booleans.',
    names: flags,
    isRight: (value) => typeof value === 'boolean',
    what: 'boolean',
    expected: 'true or false',
  }),
  onPage({
    id: 'pagination.total-pages-follows-from-items',
    level: 'MUST',
    basis: 'derived',
    requirement: 'total_pages is total_items divided by page_size, rounded up; an empty list has 0 or 1.',
    judge: ({ total_items, total_pages, page_size }) => {
      const expected = page_size > 0 ? Math.ceil(total_items / page_size) : Number.NaN;
      return (
        total_pages === expected ||
        (total_items === 0 && total_pages === 1) || {
          message: 'total_pages does not follow from total_items and page_size.',
          expected: `${expected} pages for ${total_items} items, ${page_size} a page`,
          actual: `total_pages ${total_pages}`,
        }
      );
    },
  }),
  onPage({
    id: 'pagination.empty-list-has-no-page',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'An empty list has total_pages 0.',
    judge: ({ total_items, total_pages }) =>
      total_items > 0 ||
      total_pages === 0 || {
        message: 'An empty list has pages.',
        expected: 'total_pages 0',
        actual: `total_pages ${total_pages}`,
      },
  }),
  onPage({
    id: 'pagination.page-is-not-overfull',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A page holds no more items than its page_size.',
    judge: ({ page_size }, items) =>
      items.length <= page_size || {
        message: 'A page holds more items than its page_size.',
        expected: `at most ${page_size} items`,
        actual: `${items.length} items`,
      },
  }),
  onPage({
    id: 'pagination.page-is-full',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Every page but the last is full, and the last holds the rest.',
    judge: ({ total_items, current_page, page_size }, items) => {
      const expected = Math.max(0, Math.min(page_size, total_items - (current_page - 1) * page_size));
      return (
        items.length === expected || {
          message: 'A page does not hold the items that are due on it.',
          expected: `${expected} items on page ${current_page} of ${total_items} items, ${page_size} a page`,
          actual: `${items.length} items`,
        }
      );
    },
  }),
  onPage({
    id: 'pagination.has-next-is-true-before-the-last',
    level: 'MUST',
    basis: 'derived',
    requirement: 'has_next is true exactly when a later page holds items.',
    judge: ({ has_next, current_page, total_pages }) =>
      has_next === current_page < total_pages || {
        message: 'has_next is wrong.',
        expected: `has_next ${!has_next} on page ${current_page} of ${total_pages}`,
        actual: `has_next ${has_next}`,
      },
  }),
  onPage({
    id: 'pagination.has-previous-is-true-after-the-first',
    level: 'MUST',
    basis: 'derived',
    requirement: 'has_previous is false on the first page and true on every later one that holds items.',
    judge: ({ has_previous, current_page, total_pages }) =>
      has_previous === current_page > 1 ||
      current_page > total_pages || {
        message: 'has_previous is wrong.',
        expected: `has_previous ${!has_previous} on page ${current_page} of ${total_pages}`,
        actual: `has_previous ${has_previous}`,
      },
  }),
];
