import type { OperationHandler } from '../../../types.js';
import { firstDayOf, hoursPerDay, isoDate } from '../../calendar.js';
import { type Context, lastMeasuredDay, type Range, windowDays } from '../../context.js';
import type { GroupUsage, Instrument, UtilizationGroup } from '../../ledger/utilization.js';
import {
  compareQuantities,
  hoursPerMonth,
  isZero,
  rate,
  round,
  share,
  shareOfQuantity,
  usd,
} from '../../money.js';
import { dayFrom, endBeforeStart, type Step, stepsOf } from '../../ranges.js';

/** Utilization by service for reservations, by plan type for savings plans. */
export function getCommitmentUtilization(context: Context): OperationHandler {
  return ({ query }) => {
    const last = dayFrom(query.end) ?? lastMeasuredDay(context);
    const first = dayFrom(query.start) ?? last - windowDays + 1;
    if (last < first) return endBeforeStart(query.start, query.end ?? isoDate(last));
    const instrument = query.type as Instrument;
    // Only complete days with costs are measured.
    const window = {
      first: Math.max(first, context.ledger.firstDay),
      last: Math.min(last, lastMeasuredDay(context)),
    };
    return {
      data: {
        provider: query.provider,
        instrument,
        granularity: query.granularity,
        start: isoDate(first),
        end: isoDate(last),
        services: context.ledger
          .utilizationOf(query.provider, instrument, window.first, window.last)
          .flatMap((group) => entryOf(group, instrument, window, query.granularity) ?? []),
      },
    };
  };
}

/** @returns null if no commitment of the group ran in the window */
function entryOf(
  group: UtilizationGroup,
  instrument: Instrument,
  window: Range,
  granularity: 'daily' | 'monthly',
) {
  const { used, purchased } = group.usage(window.first, window.last);
  // Corrections can cancel what was purchased, but not what was used of it.
  if ([used, purchased].every((quantity) => compareQuantities(quantity, 0) === 0)) return null;
  const isReserved = instrument === 'ri';
  const { committed, contracted } = group.hourlyFees(window.last);
  const hours = (window.last - window.first + 1) * hoursPerDay;
  return {
    service: group.id,
    service_label: group.label,
    size_unit: group.sizeUnit,
    used_hours: round(used, 6),
    purchased_hours: round(purchased, 6),
    utilization_pct: shareOfQuantity(used, purchased),
    dimensions: group.dimensions.map(({ key, unit, perUnit }) => ({
      key,
      used: round(used * perUnit, 6),
      total: round(purchased * perUnit, 6),
      unit,
      utilization_pct: shareOfQuantity(used, purchased),
    })),
    committed_monthly_usd: isZero(committed) ? null : usd(committed * hoursPerMonth),
    committed_hourly_usd: isZero(committed) ? null : rate(committed),
    contracted_hourly_usd: isReserved || isZero(contracted) ? null : rate(contracted),
    applied_to: group
      .appliedTo(window.first, window.last)
      .map(({ service, used: usedBy }) => ({ service, hourly_usd: round(usedBy / hours, 6) })),
    days: stepsOf(window, granularity).map((step) =>
      stepOf(step, granularity, isReserved, group.usage(step.first, step.last)),
    ),
  };
}

function stepOf(step: Step, granularity: 'daily' | 'monthly', isReserved: boolean, usage: GroupUsage) {
  const { used, purchased, covered, eligible } = usage;
  return {
    date: isoDate(granularity === 'daily' ? step.first : firstDayOf(step.month)),
    capacity_pct: isReserved ? shareOfQuantity(used, purchased) : null,
    capacity_used: isReserved ? round(used, 6) : null,
    capacity_total: isReserved ? round(purchased, 6) : null,
    commitment_pct: isReserved ? null : shareOfQuantity(used, purchased),
    commitment_used_usd: isReserved ? null : round(used, 6),
    commitment_total_usd: isReserved ? null : round(purchased, 6),
    coverage_pct: share(covered, eligible),
  };
}
