import { changed } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { changes, isUnused, replacing, shiftDay } from './row-changes.js';

export const historyFaults: readonly BillFault[] = [
  {
    name: 'the detail has twice the fee',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'monthly_commitment_usd', (fee) => fee && 2 * fee),
  },
  {
    name: 'the trend of the detail has the wrong sign',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'utilization_slope_pp_30d', (slope) => slope && -slope),
  },
  {
    name: 'the detail has an hourly fee of a day',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'hourly_commitment_usd', (fee) => fee && 24 * fee),
  },
  {
    name: 'a history at list prices',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    fails: true,
    rows: changes(isUnused, (row) => ({ EffectiveCost: row.ListCost })),
    when: 'GET /commitments/detail/*',
  },
  {
    name: 'a commitment without the remainder of its service',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'on_demand_monthly', () => null),
  },
  {
    name: 'the detail has no consumer but the first',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'consumers', (consumers) => consumers.slice(0, 1)),
  },
  {
    name: 'the detail has an end that is two days late',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'end_at', (end) => end && `${shiftDay(end, 2)}T00:00:00Z`),
  },
  {
    name: 'the detail has the other provider',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'provider', replacing('provider_a', 'provider_b')),
  },
  {
    name: 'the detail has the first region',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'region', 'north-1'),
  },
  {
    name: 'the detail has no covered spend',
    caughtBy: 'bill.commitment-history-is-that-of-its-rows',
    change: changed('GET /commitments/detail/*', 'covered_spend_monthly', () => null),
  },
];
