import type { BillRow } from '../../support/bill/bill-rows.js';
import { changed, requests, withQuery } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { breakdown, changes, drops, every, shiftDay, withoutValue } from './row-changes.js';

export const groupFaults: readonly BillFault[] = [
  {
    name: 'negative rows are dropped',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: drops((row) => Number(row.BilledCost) < 0),
  },
  {
    name: 'contracted costs are shown as costs',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: every((row) => ({ BilledCost: row.ContractedCost })),
  },
  {
    name: 'a later row of the same service and day replaces the earlier one',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: (() => {
      let last = '';
      return (row: BillRow) => {
        const key = `${row.ServiceName} ${row.SubAccountId} ${row.ChargePeriodStart.slice(0, 10)}`;
        const isRepeated = key === last;
        last = key;
        return isRepeated ? null : row;
      };
    })(),
  },
  {
    name: 'ranges include the day before their start',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    change: requests(`${breakdown}?start`, (request) =>
      withQuery(request, { start: shiftDay(request.query.get('start'), -1) }),
    ),
  },
  {
    name: 'rows without a tag are lost in a breakdown by tag',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    change: changed(`${breakdown}?group_by=tag`, 'items', (items) =>
      items.filter((row: any) => row.tag_value !== null),
    ),
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
  {
    name: 'only the first tag of a row is read',
    caughtBy: 'bill.breakdown-rows-are-sums-by-group',
    rows: every((row) => ({
      Tags: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(row.Tags)).slice(-1))),
    })),
    when: breakdown,
  },
];
