import { isoDate } from '../calendar.js';
import { type Context, nowOf, recentWindow, windowDays } from '../context.js';
import type { Measure } from '../ledger/measures.js';
import {
  afterDiscount,
  compareAmounts,
  compareQuantities,
  hoursPerMonth,
  type Micros,
  perMonth,
  round,
  share,
  shareOfQuantity,
  usd,
  utilization,
} from '../money.js';
import type { HeldCommitment } from '../seed-data/types.js';
import { isActive } from './status.js';

/** The figures of a commitment in the recent window; null if it is not active or not measured. */
export function measureOf(context: Context, commitment: HeldCommitment): Measure | null {
  if (!isMeasured(context, commitment)) return null;
  const { first, last } = recentWindow(context);
  const measure = context.ledger.measuresOf(commitment).between(first, last).get(commitment);
  return measure === undefined || measure.liveHours === 0 ? null : measure;
}

/** Whether it is active, and its provider is measured. */
function isMeasured(context: Context, commitment: HeldCommitment): boolean {
  return (
    context.ledger.providers.get(commitment.provider)?.measured === true &&
    isActive(commitment, nowOf(context))
  );
}

/** Used hours, or dollars, divided by those purchased. */
export function utilizationOf(measure: Measure | null): number | null {
  if (measure === null) return null;
  return utilization(measure.unit !== null, measure.used, measure.purchased);
}

/** Compares what a commitment purchased or used, which are quantities, or fees if the bill has none. */
export function compareUnits({ unit }: Measure, one: number, other: number): number {
  return unit === null ? compareAmounts(one, other) : compareQuantities(one, other);
}

/** The share of its service's eligible spend that it covered. */
export function coverageOf(
  context: Context,
  commitment: HeldCommitment,
  measure: Measure | null,
): number | null {
  if (measure === null) return null;
  const { last } = recentWindow(context);
  const domain = context.ledger.domainOf(commitment);
  return share(measure.coveredInService, domain.eligible(measure.first, last));
}

/** Its hourly fee at list price: as charged in the recent window, else as agreed; null if that is not known. */
export function hourlyFeeOf(context: Context, commitment: HeldCommitment): Micros | null {
  const measure = measureOf(context, commitment);
  if (measure === null) return commitment.feePerHour;
  // Corrections can exceed the fee.
  return compareAmounts(measure.fee, 0) < 0 ? null : (measure.fee * measure.listRatio) / measure.liveHours;
}

/** Its fee at list price. Like all figures below, for a full month of 730 hours. */
export function committedMonthly(context: Context, commitment: HeldCommitment): Micros | null {
  const hourly = hourlyFeeOf(context, commitment);
  return hourly && hourly * hoursPerMonth;
}

/** Its fee after negotiated discounts, as charged in the recent window, else as agreed. */
export function netMonthly(context: Context, commitment: HeldCommitment): Micros | null {
  const measure = measureOf(context, commitment);
  if (measure === null) return agreedFeeOf(context, commitment);
  return compareAmounts(measure.fee, 0) < 0 ? null : perMonth(measure.fee, measure.liveHours);
}

function agreedFeeOf({ ledger }: Context, { feePerHour, holder }: HeldCommitment): Micros | null {
  if (feePerHour === null) return null;
  const account = ledger.seedData.accounts.find(({ id }) => id === holder);
  return (account === undefined ? feePerHour : afterDiscount(feePerHour, account)) * hoursPerMonth;
}

/** The cost of its unused part, which resizing would save. */
export function unusedMonthly(measure: Measure): Micros {
  return perMonth(measure.fee - measure.usedFee, measure.liveHours);
}

/** The saving that an unchanged renewal preserves: on-demand cost of the covered usage less its fee. */
export function protectsMonthly(measure: Measure, committed: Micros): Micros {
  return perMonth(measure.coveredList, measure.liveHours) - committed;
}

/** Daily utilization and coverage on the days of the recent window, or of what is measured instead, on which it ran. */
export function historyOf(context: Context, commitment: HeldCommitment) {
  const measure = measureOf(context, commitment);
  if (measure === null) return { utilization: [], coverage: [] };
  const { first } = measure;
  const { last } = recentWindow(context);
  const { eligible } = context.ledger.domainOf(commitment);
  const days = context.memo(`daily ${commitment.id}`, () =>
    context.ledger.measuresOf(commitment).daily(commitment, first, last, (day) => eligible(day, day)),
  );
  return {
    utilization: days.map(({ day, used, purchased, unusedCost }) => ({
      date: isoDate(day),
      utilization_pct: shareOfQuantity(used, purchased),
      purchased_hours: round(purchased, 6),
      used_hours: round(used, 6),
      unused_cost: usd(unusedCost),
    })),
    coverage: days.map(({ day, covered, eligible: whole }) => ({
      date: isoDate(day),
      coverage_pct: share(covered, whole),
    })),
  };
}

/** The linear trend of utilization over thirty days, in percentage points; null if it did not run on all of them. */
export function slopeOf(context: Context, commitment: HeldCommitment): number | null {
  if (!isMeasured(context, commitment)) return null;
  const { first, last } = recentWindow(context);
  const trend = context.ledger.measuresOf(commitment).trend(commitment, first, last);
  return Number.isNaN(trend) ? null : round(trend * windowDays, 2);
}
