import type { Check, PassiveCheck } from '../../../engine/check.js';
import type { Claim } from '../../../engine/claim.js';
import { show } from '../../../engine/show.js';
import { stated } from '../../claims.js';
import { fail, flags, numbers, paged, source } from './paged.js';

type ListClaim = Omit<Claim, 'source'>;

/** Returns a check of each response of a paged list. */
function onList(claim: ListClaim & Pick<PassiveCheck, 'when' | 'run'>): PassiveCheck {
  return { kind: 'passive', ...claim, source, on: 'success', operations: paged };
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
    ...stated,
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
    ...stated,
    requirement: '`total_items`, `total_pages`, `current_page` and `page_size` are integers of at least 0.',
    names: numbers,
    isRight: (value) => Number.isInteger(value) && (value as number) >= 0,
    what: 'an integer of at least 0',
    expected: 'an integer of at least 0',
  }),
  typed({
    id: 'pagination.flags-are-booleans',
    ...stated,
    requirement: '`has_next` and `has_previous` are booleans.',
    names: flags,
    isRight: (value) => typeof value === 'boolean',
    what: 'a boolean',
    expected: 'true or false',
  }),
];
