import { changed, ignores, queried, recomputed } from '../changes.js';
import { billFaults } from './bill-fault.js';
import { filterOptions } from './row-changes.js';

export const optionFaults = billFaults({
  'bill.filter-options-are-the-values-of-rows': {
    'filter options without environments': changed(filterOptions, 'environments', []),
    'options of the whole bill in any range': queried(filterOptions, {
      start: '2026-04-01',
      end: '2026-06-26',
    }),
  },
  'bill.filter-options-constrain-each-other': {
    'options that ignore the other filters': ignores(filterOptions, 'service'),
    ...Object.fromEntries(
      (['tag_key', 'tag_value'] as const).map((name) => [
        `options that ignore the filter ${name}`,
        ignores(filterOptions, name),
      ]),
    ),
    'tag values of other keys are options': recomputed(`${filterOptions}?tag_key`, async (data, read) => ({
      ...data,
      tag_values: (await read({ tag_key: null })).tag_values,
    })),
    'tag keys of other values are options': recomputed(`${filterOptions}?tag_value`, async (data, read) => ({
      ...data,
      tag_keys: (await read({ tag_value: null })).tag_keys,
    })),
    'only the first of two filters constrains options': queried(`${filterOptions}?service&account_id`, {
      account_id: null,
    }),
  },
});
