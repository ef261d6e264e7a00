import type { OperationRequest } from '../../../types.js';
import {
  firstDayOf,
  hoursPerDay,
  isoDate,
  lastDayOf,
  type Month,
  monthOf,
  parseDate,
  type Range,
} from '../../calendar.js';
import { type Context, lastMeasuredDay, windowDays } from '../../context.js';
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
import { invalidQuery } from '../../responses.js';

/** Utilization by service for reservations, by plan type for savings plans. */
export function getCommitmentUtilization(context: Context, { query }: OperationRequest) {
  const last = parseDate(query.end ?? '') ?? lastMeasuredDay(context);
  const first = parseDate(query.start ?? '') ?? last - windowDays + 1;
  if (last < first) {
    const more = { input: query.end ?? isoDate(last), ctx: { start: query.start } };
    throw invalidQuery('end', 'Must not be before `start`.', 'range', more);
  }
  const instrument = query.type as Instrument;
  // Only complete days with costs are measured.
  const window = {
    first: Math.max(first, context.ledger.firstDay),
    last: Math.min(last, lastMeasuredDay(context)),
  };
  return {
    provider: query.provider,
    instrument,
    granularity: query.granularity,
    start: isoDate(first),
    end: isoDate(last),
    services: context.ledger
      .utilizationOf(query.provider, instrument, window.first, window.last)
      .flatMap((group) => entryOf(group, instrument, window, query.granularity) ?? []),
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

/** A part of a range: a day, or the days of a month that are in the range. */
interface Step extends Range {
  readonly month: Month;
}

/** Splits a range into days or months. */
function stepsOf({ first, last }: Range, granularity: 'daily' | 'monthly'): readonly Step[] {
  const steps: Step[] = [];
  if (granularity === 'daily') {
    for (let day = first; day <= last; day++) steps.push({ first: day, last: day, month: monthOf(day) });
    return steps;
  }
  for (let month = monthOf(first); first <= last && month <= monthOf(last); month++) {
    steps.push({ first: Math.max(first, firstDayOf(month)), last: Math.min(last, lastDayOf(month)), month });
  }
  return steps;
}
