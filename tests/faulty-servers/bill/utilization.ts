import { changed, queried, recomputed } from '../changes.js';
import { times } from '../edited.js';
import { billFaults, computesFor, fails } from './bill-fault.js';
import { changes, drops, isUnused, mean, replacing, shiftDay, utilization } from './row-changes.js';

/** Measures a window of which the server chooses the days a day too early. */
const measuresADayEarly = recomputed(`${utilization}?!start`, async ({ start, end }, read) => ({
  ...(await read({ start: shiftDay(start, -1), end: shiftDay(end, -1) })),
  start,
  end,
}));

const detail = 'GET /commitments/detail/*';

export const utilizationFaults = billFaults({
  'bill.utilization-is-used-over-purchased': {
    'utilization as the mean of the days': changed(
      `${utilization}?granularity=daily`,
      'services',
      (services) =>
        services.map((entry: any) => ({
          ...entry,
          utilization_pct: mean(entry.days.map((day: any) => day.capacity_pct ?? day.commitment_pct ?? 0)),
        })),
    ),
    'unused commitment is not purchased': computesFor(utilization, drops(isUnused)),
    'reservations and plans are measured together': computesFor(
      utilization,
      changes(
        (row) => row.CommitmentDiscountCategory === 'Spend',
        () => ({ CommitmentDiscountCategory: 'Usage' }),
      ),
    ),
    'utilization of the last thirty days in any window': queried(utilization, {
      start: '2026-05-29',
      end: '2026-06-27',
    }),
    'utilization without a window is that of the day before': measuresADayEarly,
    'quantities by the number of rows': computesFor(
      utilization,
      changes(
        (row) => row.CommitmentDiscountQuantity !== '',
        () => ({ CommitmentDiscountQuantity: '24' }),
      ),
    ),
    'hourly fees of the whole window': changed(utilization, 'services[]', (entry) => ({
      ...entry,
      committed_hourly_usd: entry.committed_hourly_usd && 30 * entry.committed_hourly_usd,
      committed_monthly_usd: entry.committed_monthly_usd && 30 * entry.committed_monthly_usd,
    })),
    'monthly fees of 720 hours': changed(
      utilization,
      'services[].committed_monthly_usd',
      (fee) => fee && (fee * 720) / 730,
    ),
    'the size of reservations in units without their hours': changed(
      utilization,
      'services[].dimensions[]',
      (dimension) => ({
        ...dimension,
        used: dimension.used / 24,
        total: dimension.total / 24,
      }),
    ),
    'savings plans that promise what was used of them': changed(utilization, 'services[]', (entry) => ({
      ...entry,
      contracted_hourly_usd:
        entry.contracted_hourly_usd && entry.contracted_hourly_usd * (entry.utilization_pct / 100),
    })),
    'utilization is null': changed(utilization, 'services[].utilization_pct', null),
    'reservations without measures of size': changed(utilization, 'services[].dimensions', []),
  },
  'bill.utilization-steps-are-those-of-the-charge-period': {
    'the first day of a commitment counts in full': fails(
      computesFor(
        utilization,
        changes(
          (row) => isUnused(row) && row.ChargePeriodStart.includes('T09'),
          (row) => ({
            CommitmentDiscountQuantity: String(Number(row.CommitmentDiscountQuantity) + 45),
          }),
        ),
      ),
    ),
  },
  'bill.commitment-history-is-that-of-its-rows': {
    'the detail has twice the fee': changed(detail, 'monthly_commitment_usd', times(2)),
    'the trend of the detail has the wrong sign': changed(detail, 'utilization_slope_pp_30d', times(-1)),
    'the detail has an hourly fee of a day': changed(detail, 'hourly_commitment_usd', times(24)),
    'a history at list prices': fails(
      computesFor(
        detail,
        changes(isUnused, (row) => ({ EffectiveCost: row.ListCost })),
      ),
    ),
    'a commitment without the remainder of its service': changed(detail, 'on_demand_monthly', null),
    'the detail has no consumer but the first': changed(detail, 'consumers', (consumers) =>
      consumers.slice(0, 1),
    ),
    'the detail has an end that is two days late': changed(
      detail,
      'end_at',
      (end) => end && `${shiftDay(end, 2)}T00:00:00Z`,
    ),
    'the detail has the other provider': changed(detail, 'provider', replacing('provider_a', 'provider_b')),
    'the detail has the first region': changed(detail, 'region', 'north-1'),
    'the detail has no covered spend': changed(detail, 'covered_spend_monthly', null),
  },
});
