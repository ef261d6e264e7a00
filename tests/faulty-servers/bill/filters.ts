import { changed, ignores, queried, recomputed, requests, withQuery } from '../changes.js';
import { billFaults, computesFor } from './bill-fault.js';
import { breakdown, changes, drops, every, filterOptions, isUsed } from './row-changes.js';

/** Adds up the rows that pass one of the filters of account and region, instead of both. */
const joinsByOr = recomputed(`${breakdown}?account_id&region`, async (data, read) => {
  const [ofRegion, ofAccount] = await Promise.all([read({ account_id: null }), read({ region: null })]);
  const total = ofRegion.total_period_cost + ofAccount.total_period_cost - data.total_period_cost;
  return { ...data, total_period_cost: Number(total.toFixed(2)) };
});

export const filterFaults = billFaults({
  'bill.breakdown-filters-select-rows': {
    'rows without tags are lost': computesFor(
      breakdown,
      drops((row) => row.Tags === '{}'),
    ),
    ...Object.fromEntries(
      (['region', 'account_id', 'tag_key'] as const).map((name) => [
        `to exclude a value of ${name} also excludes rows without one`,
        computesFor(
          `${breakdown}?${name}_mode=exclude`,
          drops(
            (row) =>
              ({
                region: row.RegionId,
                account_id: row.SubAccountId,
                tag_key: row.Tags === '{}' ? '' : row.Tags,
              })[name] === '',
          ),
        ),
      ]),
    ),
    'only the first of several values of a filter is used': requests(breakdown, (request) =>
      withQuery(request, { service: request.query.get('service') }),
    ),
    'only the first of several excluded values is excluded': requests(
      `${breakdown}?service_mode=exclude`,
      (request) => withQuery(request, { service: request.query.get('service') }),
    ),
    'to exclude several values excludes none': requests(`${breakdown}?service_mode=exclude`, (request) =>
      request.query.getAll('service').length > 1 ? withQuery(request, { service: null }) : request,
    ),
    'filters of account and region select rows that pass one of them': joinsByOr,
    'tag values with quotes are not found': requests(`${breakdown}?tag_value`, (request) =>
      request.query.get('tag_value')?.includes('"') ? withQuery(request, { tag_value: 'none' }) : request,
    ),
    'a tag value of another key than the selected one counts': computesFor(
      `${breakdown}?tag_key&tag_value=data`,
      every((row) => ({
        Tags: row.Tags.replace('"team":"web","env":"prod","owner":"data"', '"team":"data"'),
      })),
    ),
    'environments are read from the tag key env in lower case only': computesFor(
      `${breakdown}?environment`,
      every((row) => ({ Tags: row.Tags.replace('"ENV"', '"stage"') })),
    ),
    'rows without tags inherit those of their account': computesFor(
      `${breakdown}?tag_value`,
      every((row) => ({ Tags: row.Tags === '{}' ? '{"team":"web","env":"prod"}' : row.Tags })),
    ),
    'covered usage counts as usage in filters of charge types': computesFor(
      `${breakdown}?charge_type`,
      changes(isUsed, () => ({ CommitmentDiscountStatus: '' })),
    ),
  },
  'bill.breakdown-search-selects-rows': {
    'a search is ignored': ignores(breakdown, 'search'),
    ...Object.fromEntries(
      Object.entries({
        'account ids': 'SubAccountId',
        'account names': 'SubAccountName',
        regions: 'RegionId',
        tags: 'Tags',
        'usage types': 'x_UsageType',
      } as const).map(([texts, column]) => [
        `a search does not look at ${texts}`,
        computesFor(
          `${breakdown}?search`,
          every(() => ({ [column]: column === 'Tags' ? '{}' : '' })),
        ),
      ]),
    ),
    'a search looks at tag values but not at tag keys': computesFor(
      `${breakdown}?search`,
      every((row) => ({
        Tags: JSON.stringify(Object.values(JSON.parse(row.Tags)).map((value) => ({ x: value }))[0] ?? {}),
      })),
    ),
  },
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
