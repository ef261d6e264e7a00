import { afterEach, expect, test, vi } from 'vitest';
import { rowOn } from '../../../tests/support/bill/tables-of.js';
import { testBill } from '../../../tests/support/dataset/dataset.js';
import { dayOf, isoDate } from '../calendar.js';
import { groupingOf } from '../costs/breakdown-table.js';
import type { Bill } from '../ledger/bill.js';
import type { Charge } from '../ledger/charges.js';

afterEach(() => vi.unstubAllGlobals());

const jobs = 2000;
const firstDay = dayOf(Date.UTC(2026, 3, 1));
/** A job runs on one day only, as tags of short-lived resources show it. */
const rows = Array.from({ length: jobs }, (_, job) =>
  rowOn(isoDate(firstDay + (job % 60)), { Tags: { job: `job-${job}` }, BilledCost: job + 1 }),
);

test('a breakdown of many groups by day needs the memory of one page', () => {
  const { call } = testBill([...rows, rowOn('2026-06-01', {})]);
  const query = { start: '2026-04-01', end: '2026-05-30', granularity: 'daily', group_by: ['tag'] };
  const request = { path: { provider_id: 'provider_a' }, query: { ...query, tag_key: ['job'] } };
  const lengths: number[] = [];
  class Counted extends Float64Array {
    constructor(length: number) {
      super(length);
      lengths.push(length);
    }
  }
  vi.stubGlobal('Float64Array', Counted);
  const { items, pagination, totals_by_date } = call('getCostBreakdown', request);
  expect(pagination.total_items).toBe(jobs);
  expect(items[0].spendings_by_date.filter(({ value }: any) => value > 0)).toHaveLength(1);
  expect(totals_by_date).toHaveLength(60);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(10 * jobs);
});

test('fewer groupings of a large bill are cached', () => {
  const charge = { service: 'Compute', account: null, region: null, tags: {} } as unknown as Charge;
  const bill = { charges: [charge] } as unknown as Bill;
  const whole = { from: -Infinity, to: Infinity, low: 0, high: 1, value: '' };
  const portions = new Array(51).fill({ charge: 0, ...whole });
  const grouping = (tagKey: string) => groupingOf(bill, portions, ['tag'], tagKey, 100);
  const first = grouping('a');
  expect(grouping('a')).toBe(first);
  grouping('b');
  expect(grouping('a')).not.toBe(first);
});
