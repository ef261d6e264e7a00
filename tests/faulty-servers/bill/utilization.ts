import { changed, queried, recomputed } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { changes, drops, isUnused, mean, shiftDay, utilization } from './row-changes.js';

/** Measures a window of which the server chooses the days a day too early. */
const measuresADayEarly = recomputed(`${utilization}?!start`, async ({ start, end }, read) => ({
  ...(await read({ start: shiftDay(start, -1), end: shiftDay(end, -1) })),
  start,
  end,
}));

export const utilizationFaults: readonly BillFault[] = [
  {
    name: 'utilization as the mean of the days',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(`${utilization}?granularity=daily`, 'services', (services) =>
      services.map((entry: any) => ({
        ...entry,
        utilization_pct: mean(entry.days.map((day: any) => day.capacity_pct ?? day.commitment_pct ?? 0)),
      })),
    ),
  },
  {
    name: 'unused commitment is not purchased',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    rows: drops(isUnused),
    when: utilization,
  },
  {
    name: 'reservations and plans are measured together',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    rows: changes(
      (row) => row.CommitmentDiscountCategory === 'Spend',
      () => ({ CommitmentDiscountCategory: 'Usage' }),
    ),
    when: utilization,
  },
  {
    name: 'the first day of a commitment counts in full',
    caughtBy: 'bill.utilization-steps-are-those-of-the-charge-period',
    fails: true,
    rows: changes(
      (row) => isUnused(row) && row.ChargePeriodStart.includes('T09'),
      (row) => ({
        CommitmentDiscountQuantity: String(Number(row.CommitmentDiscountQuantity) + 45),
      }),
    ),
    when: utilization,
  },
  {
    name: 'utilization of the last thirty days in any window',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: queried(utilization, { start: '2026-05-29', end: '2026-06-27' }),
  },
  {
    name: 'utilization without a window is that of the day before',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: measuresADayEarly,
  },
  {
    name: 'quantities by the number of rows',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    rows: changes(
      (row) => row.CommitmentDiscountQuantity !== '',
      () => ({ CommitmentDiscountQuantity: '24' }),
    ),
    when: utilization,
  },
  {
    name: 'hourly fees of the whole window',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[]', (entry) => ({
      ...entry,
      committed_hourly_usd: entry.committed_hourly_usd && 30 * entry.committed_hourly_usd,
      committed_monthly_usd: entry.committed_monthly_usd && 30 * entry.committed_monthly_usd,
    })),
  },
  {
    name: 'monthly fees of 720 hours',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[].committed_monthly_usd', (fee) => fee && (fee * 720) / 730),
  },
  {
    name: 'the size of reservations in units without their hours',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[].dimensions[]', (dimension) => ({
      ...dimension,
      used: dimension.used / 24,
      total: dimension.total / 24,
    })),
  },
  {
    name: 'savings plans that promise what was used of them',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[]', (entry) => ({
      ...entry,
      contracted_hourly_usd:
        entry.contracted_hourly_usd && entry.contracted_hourly_usd * (entry.utilization_pct / 100),
    })),
  },
  {
    name: 'utilization is null',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[].utilization_pct', () => null),
  },
  {
    name: 'reservations without measures of size',
    caughtBy: 'bill.utilization-is-used-over-purchased',
    change: changed(utilization, 'services[].dimensions', () => []),
  },
];
