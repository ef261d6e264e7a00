import type { BillRow } from '../../support/bill/bill-rows.js';
import { changed, requests, withQuery } from '../changes.js';
import { billFaults, computes, computesFor } from './bill-fault.js';
import { breakdown, changes, drops, every, shiftDay, withoutValue } from './row-changes.js';

export const groupFaults = billFaults({
  'bill.breakdown-rows-are-sums-by-group': {
    'negative rows are dropped': computes(drops((row) => Number(row.BilledCost) < 0)),
    'contracted costs are shown as costs': computes(every((row) => ({ BilledCost: row.ContractedCost }))),
    'a later row of the same service and day replaces the earlier one': computes(
      (() => {
        let last = '';
        return (row: BillRow) => {
          const key = `${row.ServiceName} ${row.SubAccountId} ${row.ChargePeriodStart.slice(0, 10)}`;
          const isRepeated = key === last;
          last = key;
          return isRepeated ? null : row;
        };
      })(),
    ),
    'ranges include the day before their start': requests(`${breakdown}?start`, (request) =>
      withQuery(request, { start: shiftDay(request.query.get('start'), -1) }),
    ),
    'rows without a tag are lost in a breakdown by tag': changed(
      `${breakdown}?group_by=tag`,
      'items',
      (items) => items.filter((row: any) => row.tag_value !== null),
    ),
    'rows without a region are lost in a breakdown by region': computesFor(
      `${breakdown}?group_by=region`,
      withoutValue('RegionId'),
    ),
    'rows without a tag are lost in a breakdown by service and tag': computesFor(
      `${breakdown}?group_by=service&tag_key=team`,
      drops((row) => !('team' in JSON.parse(row.Tags))),
    ),
    'rows without an account or a region are lost in a breakdown by both': changed(
      `${breakdown}?group_by=account_id`,
      'items',
      (items, _, { query }) =>
        query.getAll('group_by').includes('region')
          ? items.filter((row: any) => row.account_id !== null && row.region !== null)
          : items,
    ),
    'a tag key with a space has no values in a breakdown': computesFor(
      `${breakdown}?group_by=tag`,
      every((row) => ({ Tags: row.Tags.replace('"cost center"', '"cost"') })),
    ),
    'rows without an account belong to the first account': computes(
      changes(
        (row) => row.SubAccountId === '',
        () => ({ SubAccountId: '111111111111' }),
      ),
    ),
    'only the first tag of a row is read': computesFor(
      breakdown,
      every((row) => ({
        Tags: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(row.Tags)).slice(-1))),
      })),
    ),
  },
});
