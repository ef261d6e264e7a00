import { changed, ignores, queried, recomputed } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { filterOptions } from './row-changes.js';

export const optionFaults: readonly BillFault[] = [
  {
    name: 'filter options without environments',
    caughtBy: 'bill.filter-options-are-the-values-of-rows',
    change: changed(filterOptions, 'environments', () => []),
  },
  {
    name: 'options of the whole bill in any range',
    caughtBy: 'bill.filter-options-are-the-values-of-rows',
    change: queried(filterOptions, { start: '2026-04-01', end: '2026-06-26' }),
  },
  {
    name: 'options that ignore the other filters',
    caughtBy: 'bill.filter-options-constrain-each-other',
    change: ignores(filterOptions, 'service'),
  },
  ...(['tag_key', 'tag_value'] as const).map(
    (name): BillFault => ({
      name: `options that ignore the filter ${name}`,
      caughtBy: 'bill.filter-options-constrain-each-other',
      change: ignores(filterOptions, name),
    }),
  ),
  {
    name: 'tag values of other keys are options',
    caughtBy: 'bill.filter-options-constrain-each-other',
    change: recomputed(`${filterOptions}?tag_key`, async (data, read) => ({
      ...data,
      tag_values: (await read({ tag_key: null })).tag_values,
    })),
  },
  {
    name: 'tag keys of other values are options',
    caughtBy: 'bill.filter-options-constrain-each-other',
    change: recomputed(`${filterOptions}?tag_value`, async (data, read) => ({
      ...data,
      tag_keys: (await read({ tag_value: null })).tag_keys,
    })),
  },
  {
    name: 'only the first of two filters constrains options',
    caughtBy: 'bill.filter-options-constrain-each-other',
    change: queried(`${filterOptions}?service&account_id`, { account_id: null }),
  },
];
