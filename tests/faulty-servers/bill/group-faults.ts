import type { BillRow } from '../../support/bill-rows.js';
import { changed, ignores, queried, requests, withQuery } from '../changes.js';
import type { BillFault } from './bill-server.js';
import {
  breakdown,
  changes,
  drops,
  every,
  invoices,
  isCorrection,
  isTax,
  isUsed,
  monthStart,
  moved,
  timeline,
} from './row-changes.js';

const withoutValue = (name: keyof BillRow) => drops((row) => row[name] === '');

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
    name: 'a search is ignored',
    caughtBy: 'bill.breakdown-search-selects-rows',
    change: ignores(breakdown, 'search'),
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
    rows: withoutValue('RegionId'),
    when: `${timeline}?dimension=region`,
  },
  {
    name: 'options of the whole bill in any range',
    caughtBy: 'bill.filter-options-are-the-values-of-rows',
    change: queried('GET /providers/*/costs/filter-options', { start: '2026-04-01', end: '2026-06-26' }),
  },
  {
    name: 'options that ignore the other filters',
    caughtBy: 'bill.filter-options-constrain-each-other',
    change: ignores('GET /providers/*/costs/filter-options', 'service'),
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
    name: 'corrections among the regular charges of an invoice',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
    rows: changes(isCorrection, () => ({ ChargeClass: '' })),
    when: invoices,
  },
  {
    name: 'tax among the regular charges of an invoice',
    caughtBy: 'bill.invoice-cost-types-are-charge-categories',
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
