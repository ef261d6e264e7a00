import { changed, type Where } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { shiftDay } from './row-changes.js';

const list = 'GET /commitments';

const other = (one: string, another: string) => (value: unknown) => (value === one ? another : one);

const ofAnotherService = (where: Where, path: string) =>
  changed(where, path, (row) => ({ ...row, service: 'Object Storage', service_label: 'Object Storage' }));

/** Commitments that are something else, or that another account holds, in another region or at another time. */
export const holdingFaults: readonly BillFault[] = [
  {
    name: 'the list has the payer as the account of each commitment',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].account_id', '999999999999'),
  },
  {
    name: 'the list has the first region for each commitment',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].region', 'north-1'),
  },
  {
    name: 'the list has the first day of the bill as each start',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].start_date', '2026-04-01'),
  },
  {
    name: 'the list has ends that are two days late',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].end_date', (day) => shiftDay(day, 2)),
  },
  {
    name: 'the inventory has no dates',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[]', (row) => ({
      ...row,
      start: null,
      end: null,
      term_months: null,
    })),
  },
  {
    name: 'the portfolio has the payer as the holder of each commitment',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].holder_account_id', '999999999999'),
  },
  {
    name: 'the list has the other provider',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].provider', other('provider_a', 'provider_b')),
  },
  {
    name: 'the list has reservations as plans',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].kind', other('reserved_instance', 'savings_plan')),
  },
  {
    name: 'the list has another service',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: ofAnotherService(list, 'items[]'),
  },
  {
    name: 'the inventory has terms of a year more',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].term_months', (months) => months && months + 12),
  },
  {
    name: 'the inventory has no months of terms',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].term_months', () => null),
  },
  {
    name: 'the detail has an end that is two days late',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'end_at', (end) => end && `${shiftDay(end, 2)}T00:00:00Z`),
  },
  {
    name: 'the detail has the other provider',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'provider', other('provider_a', 'provider_b')),
  },
  {
    name: 'the portfolio has the other provider',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].provider', other('provider_a', 'provider_b')),
  },
  {
    name: 'the portfolio has another service',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: ofAnotherService('GET /commitments/portfolio', 'rows[]'),
  },
  {
    name: 'the deprecated list has another service',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    change: ofAnotherService('GET /commitments/coverage', 'items[]'),
  },
  {
    name: 'the deprecated list has the other provider',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    change: changed('GET /commitments/coverage', 'items[].provider', other('provider_a', 'provider_b')),
  },
  {
    name: 'the deprecated list has the payer as the account of each commitment',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    change: changed('GET /commitments/coverage', 'items[].account_id', '999999999999'),
  },
  {
    name: 'the detail has the first region',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'region', 'north-1'),
  },
];
