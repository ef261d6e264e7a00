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
    name: 'commitments of the other provider',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].provider', other('provider_a', 'provider_b')),
  },
  {
    name: 'reservations and plans are mixed up',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].kind', other('reserved_instance', 'savings_plan')),
  },
  {
    name: 'commitments of another service',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: ofAnotherService(list, 'items[]'),
  },
  {
    name: 'an inventory with terms of a year more',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].term_months', (months) => months && months + 12),
  },
  {
    name: 'an inventory without the months of terms',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].term_months', () => null),
  },
  {
    name: 'a detail that ends two days late',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'end_at', (end) => end && `${shiftDay(end, 2)}T00:00:00Z`),
  },
  {
    name: 'a detail of the other provider',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'provider', other('provider_a', 'provider_b')),
  },
  {
    name: 'a portfolio of the other provider',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].provider', other('provider_a', 'provider_b')),
  },
  {
    name: 'a portfolio of another service',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: ofAnotherService('GET /commitments/portfolio', 'rows[]'),
  },
  {
    name: 'a deprecated list of another service',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    change: ofAnotherService('GET /commitments/coverage', 'items[]'),
  },
  {
    name: 'a deprecated list of the other provider',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    change: changed('GET /commitments/coverage', 'items[].provider', other('provider_a', 'provider_b')),
  },
  {
    name: 'a deprecated list of the payer',
    caughtBy: 'bill.listed-coverage-is-that-of-its-rows',
    change: changed('GET /commitments/coverage', 'items[].account_id', '999999999999'),
  },
  {
    name: 'a detail in the first region',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'region', 'north-1'),
  },
];
