import { changed } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { shiftDay } from './row-changes.js';

const list = 'GET /commitments';

/** Commitments that another account holds, in another region or at another time. */
export const holdingFaults: readonly BillFault[] = [
  {
    name: 'the payer holds all commitments',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].account_id', '999999999999'),
  },
  {
    name: 'all commitments are in the first region',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].region', 'north-1'),
  },
  {
    name: 'commitments start with the bill',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].start_date', '2026-04-01'),
  },
  {
    name: 'commitments end two days late',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].end_date', (day) => shiftDay(day, 2)),
  },
  {
    name: 'an inventory without dates',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[]', (row) => ({
      ...row,
      start: null,
      end: null,
      term_months: null,
    })),
  },
  {
    name: 'a portfolio whose commitments the payer holds',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].holder_account_id', '999999999999'),
  },
  {
    name: 'a detail in the first region',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'region', 'north-1'),
  },
];
