import { ignores, recomputed, requests, withQuery } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { breakdown, changes, drops, every, isUsed } from './row-changes.js';

/** Adds up the rows that pass one of the filters of account and region, instead of both. */
const joinsByOr = recomputed(`${breakdown}?account_id&region`, async (data, read) => {
  const [ofRegion, ofAccount] = await Promise.all([read({ account_id: null }), read({ region: null })]);
  const total = ofRegion.total_period_cost + ofAccount.total_period_cost - data.total_period_cost;
  return { ...data, total_period_cost: Number(total.toFixed(2)) };
});

export const filterFaults: readonly BillFault[] = [
  {
    name: 'rows without tags are lost',
    caughtBy: 'bill.breakdown-filters-select-rows',
    rows: drops((row) => row.Tags === '{}'),
    when: breakdown,
  },
  ...(['region', 'account_id', 'tag_key'] as const).map(
    (name): BillFault => ({
      name: `to exclude a value of ${name} also excludes rows without one`,
      caughtBy: 'bill.breakdown-filters-select-rows',
      rows: drops(
        (row) =>
          ({
            region: row.RegionId,
            account_id: row.SubAccountId,
            tag_key: row.Tags === '{}' ? '' : row.Tags,
          })[name] === '',
      ),
      when: `${breakdown}?${name}_mode=exclude`,
    }),
  ),
  {
    name: 'only the first of several values of a filter is used',
    caughtBy: 'bill.breakdown-filters-select-rows',
    change: requests(breakdown, (request) => withQuery(request, { service: request.query.get('service') })),
  },
  {
    name: 'only the first of several excluded values is excluded',
    caughtBy: 'bill.breakdown-filters-select-rows',
    change: requests(`${breakdown}?service_mode=exclude`, (request) =>
      withQuery(request, { service: request.query.get('service') }),
    ),
  },
  {
    name: 'to exclude several values excludes none',
    caughtBy: 'bill.breakdown-filters-select-rows',
    change: requests(`${breakdown}?service_mode=exclude`, (request) =>
      request.query.getAll('service').length > 1 ? withQuery(request, { service: null }) : request,
    ),
  },
  {
    name: 'filters of account and region select rows that pass one of them',
    caughtBy: 'bill.breakdown-filters-select-rows',
    change: joinsByOr,
  },
  {
    name: 'tag values with quotes are not found',
    caughtBy: 'bill.breakdown-filters-select-rows',
    change: requests(`${breakdown}?tag_value`, (request) =>
      request.query.get('tag_value')?.includes('"') ? withQuery(request, { tag_value: 'none' }) : request,
    ),
  },
  {
    name: 'a tag value of another key than the selected one counts',
    caughtBy: 'bill.breakdown-filters-select-rows',
    rows: every((row) => ({
      Tags: row.Tags.replace('"team":"web","env":"prod","owner":"data"', '"team":"data"'),
    })),
    when: `${breakdown}?tag_key&tag_value=data`,
  },
  {
    name: 'environments are read from the tag key env in lower case only',
    caughtBy: 'bill.breakdown-filters-select-rows',
    rows: every((row) => ({ Tags: row.Tags.replace('"ENV"', '"stage"') })),
    when: `${breakdown}?environment`,
  },
  {
    name: 'a search is ignored',
    caughtBy: 'bill.breakdown-search-selects-rows',
    change: ignores(breakdown, 'search'),
  },
  ...Object.entries({
    'account ids': 'SubAccountId',
    'account names': 'SubAccountName',
    regions: 'RegionId',
    tags: 'Tags',
    'usage types': 'x_UsageType',
  } as const).map(
    ([texts, column]): BillFault => ({
      name: `a search does not look at ${texts}`,
      caughtBy: 'bill.breakdown-search-selects-rows',
      rows: every(() => ({ [column]: column === 'Tags' ? '{}' : '' })),
      when: `${breakdown}?search`,
    }),
  ),
  {
    name: 'a search looks at tag values but not at tag keys',
    caughtBy: 'bill.breakdown-search-selects-rows',
    rows: every((row) => ({
      Tags: JSON.stringify(Object.values(JSON.parse(row.Tags)).map((value) => ({ x: value }))[0] ?? {}),
    })),
    when: `${breakdown}?search`,
  },
  {
    name: 'rows without tags inherit those of their account',
    caughtBy: 'bill.breakdown-filters-select-rows',
    rows: every((row) => ({ Tags: row.Tags === '{}' ? '{"team":"web","env":"prod"}' : row.Tags })),
    when: `${breakdown}?tag_value`,
  },
  {
    name: 'covered usage counts as usage in filters of charge types',
    caughtBy: 'bill.breakdown-filters-select-rows',
    rows: changes(isUsed, () => ({ CommitmentDiscountStatus: '' })),
    when: `${breakdown}?charge_type`,
  },
];
