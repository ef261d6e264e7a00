import { changed } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { changes, drops, isUnused, isUsed, ofAnotherService, replacing, shiftDay } from './row-changes.js';

const list = 'GET /commitments';
const isNull = () => null;

export const commitmentFaults: readonly BillFault[] = [
  {
    name: 'listed utilization without unused rows',
    caughtBy: 'bill.commitments-are-used-as-their-rows',
    rows: drops(isUnused),
    when: 'GET /commitments',
  },
  {
    name: 'the list has twice the fees',
    caughtBy: 'bill.commitments-are-used-as-their-rows',
    change: changed('GET /commitments', 'items[].monthly_commitment_usd', (fee) => fee && 2 * fee),
  },
  {
    name: 'the trends of the portfolio are of a day',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed(
      'GET /commitments/portfolio',
      'rows[].utilization_slope_pp_30d',
      (slope) => slope && slope / 30,
    ),
  },
  {
    name: 'the portfolio has no trends',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].utilization_slope_pp_30d', () => null),
  },
  {
    name: 'the portfolio has fees without those of unused hours',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[]', (row) => ({
      ...row,
      fee_monthly_net: row.fee_monthly_net && row.fee_monthly_net - row.rightsizing_monthly,
    })),
  },
  {
    name: 'the portfolio has hourly fees of used hours only',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[]', (row) => ({
      ...row,
      hourly_commitment_usd:
        row.hourly_commitment_usd && row.hourly_commitment_usd * (row.utilization_pct / 100),
    })),
  },
  {
    name: 'the portfolio names the holder as the only consumer',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    rows: changes(isUsed, () => ({ SubAccountId: '111111111111' })),
    when: 'GET /commitments/portfolio',
  },
  {
    name: 'the portfolio has no consumers',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].consumers', () => []),
  },
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
    name: 'the portfolio has the payer as the holder of each commitment',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].holder_account_id', '999999999999'),
  },
  {
    name: 'the list has the other provider',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].provider', replacing('provider_a', 'provider_b')),
  },
  {
    name: 'the list has reservations as plans',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: changed(list, 'items[].kind', replacing('reserved_instance', 'savings_plan')),
  },
  {
    name: 'the list has another service',
    caughtBy: 'bill.commitments-are-held-as-purchased',
    change: ofAnotherService(list, 'items[]'),
  },
  {
    name: 'the portfolio has the other provider',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].provider', replacing('provider_a', 'provider_b')),
  },
  {
    name: 'the portfolio has another service',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: ofAnotherService('GET /commitments/portfolio', 'rows[]'),
  },
  {
    name: 'the portfolio has no utilization',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].utilization_pct', isNull),
  },
  {
    name: 'the portfolio has no coverage',
    caughtBy: 'bill.portfolio-is-used-as-its-rows',
    change: changed('GET /commitments/portfolio', 'rows[].coverage_pct', isNull),
  },
];
