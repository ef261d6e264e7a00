import type { BillRow } from '../../support/bill-rows.js';
import { changed, ignores, queried, recomputed, requests, withQuery } from '../changes.js';
import type { BillFault } from './bill-server.js';
import {
  breakdown,
  changes,
  drops,
  every,
  filterOptions,
  invoices,
  isCorrection,
  isTax,
  isUsed,
  monthStart,
  moved,
  timeline,
} from './row-changes.js';

const withoutValue = (name: keyof BillRow) => drops((row) => row[name] === '');

/** Adds up the rows that pass one of the filters of account and region, instead of both. */
const joinsByOr = recomputed(`${breakdown}?account_id&region`, async (data, read) => {
  const [ofRegion, ofAccount] = await Promise.all([read({ account_id: null }), read({ region: null })]);
  const total = ofRegion.total_period_cost + ofAccount.total_period_cost - data.total_period_cost;
  return { ...data, total_period_cost: Number(total.toFixed(2)) };
});

/** Groups and filters that lose rows without a value, or assign rows wrongly. */
export const groupFaults: readonly BillFault[] = [
  {
    name: 'rows without a tag are lost in a breakdown by tag',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    change: changed(`${breakdown}?group_by=tag`, 'items', (items) =>
      items.filter((row: any) => row.tag_value !== null),
    ),
  },
  {
    name: 'rows without tags are lost',
    caughtBy: 'bill.breakdown-filters-select-rows',
    rows: drops((row) => row.Tags === '{}'),
    when: breakdown,
  },
  {
    name: 'rows without a region are lost in a breakdown by region',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: withoutValue('RegionId'),
    when: `${breakdown}?group_by=region`,
  },
  {
    name: 'rows without a tag are lost in a breakdown by service and tag',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: drops((row) => !('team' in JSON.parse(row.Tags))),
    when: `${breakdown}?group_by=service&tag_key=team`,
  },
  {
    name: 'rows without an account or a region are lost in a breakdown by both',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    change: changed(`${breakdown}?group_by=account_id`, 'items', (items, _, { query }) =>
      query.getAll('group_by').includes('region')
        ? items.filter((row: any) => row.account_id !== null && row.region !== null)
        : items,
    ),
  },
  {
    name: 'a tag key with a space has no values in a breakdown',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: every((row) => ({ Tags: row.Tags.replace('"cost center"', '"cost"') })),
    when: `${breakdown}?group_by=tag`,
  },
  {
    name: 'rows without an account belong to the first account',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: changes(
      (row) => row.SubAccountId === '',
      () => ({ SubAccountId: '111111111111' }),
    ),
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
    name: 'only the first tag of a row is read',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: every((row) => ({
      Tags: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(row.Tags)).slice(-1))),
    })),
    when: breakdown,
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
  {
    name: 'parts of a timeline without rows that have no region',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    rows: withoutValue('RegionId'),
    when: `${timeline}?dimension=region`,
  },
  {
    name: 'parts of a timeline in order of their names',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    change: changed(`${timeline}?dimension`, 'data_points[].parts', (parts) =>
      parts.toSorted((a: any, b: any) => (String(a.value) < String(b.value) ? -1 : 1)),
    ),
  },
  {
    name: 'a timeline with empty lists of parts',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    change: changed(`${timeline}?dimension`, 'data_points[].parts', () => []),
  },
  {
    name: 'monthly parts by first days, with those of services doubled',
    caughtBy: 'bill.timeline-points-are-those-of-the-charge-period',
    fails: true,
    change: changed(`${timeline}?dimension=service&granularity=monthly`, 'data_points[]', (point) => ({
      ...point,
      date: `${point.date.slice(0, 7)}-01`,
      parts: point.parts.map((part: any) => ({ ...part, amount: 2 * part.amount })),
    })),
  },
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

/** Invoices that are split wrongly. */
export const invoiceFaults: readonly BillFault[] = [
  {
    name: 'invoice months by charge period',
    caughtBy: 'bill.invoice-month-is-that-of-the-billing-period',
    rows: every((row) => ({
      BillingPeriodStart: monthStart(row.ChargePeriodStart),
      BillingPeriodEnd: monthStart(moved(monthStart(row.ChargePeriodStart), 24 * 32)),
    })),
    when: invoices,
  },
  {
    name: 'the number of invoice months is ignored',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    change: ignores(invoices, 'months'),
  },
  {
    name: 'a request for one invoice month returns the oldest',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    change: recomputed(`${invoices}?months=1`, async (data, read) => ({
      ...data,
      items: (await read({ months: null })).items.slice(-1),
    })),
  },
  {
    name: 'corrections among the regular charges of an invoice',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    rows: changes(isCorrection, () => ({ ChargeClass: '' })),
    when: invoices,
  },
  {
    name: 'tax among the regular charges of an invoice',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    fails: true,
    rows: changes(isTax, () => ({ ChargeCategory: 'Usage' })),
    when: invoices,
  },
  {
    name: 'an invoice without marketplace charges',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    rows: every((row) => ({ PublisherName: row.ProviderName })),
    when: invoices,
  },
];
