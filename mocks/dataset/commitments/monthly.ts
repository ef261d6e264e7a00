import type { Context } from '../context.js';
import type { Measure } from '../ledger/measures.js';
import { compareAmounts, hoursPerMonth, type Micros, perMonth } from '../money.js';
import { afterDiscount } from '../scenario/prices.js';
import type { HeldCommitment } from '../seed-data/types.js';
import { measureOf } from './measured.js';

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

/** The on-demand cost of the usage it covers. */
function coveredMonthly(measure: Measure): Micros {
  return perMonth(measure.coveredList, measure.liveHours);
}

/** The cost of its unused part, which resizing would save. */
export function unusedMonthly(measure: Measure): Micros {
  return perMonth(measure.fee - measure.usedFee, measure.liveHours);
}

/** The saving that an unchanged renewal preserves: on-demand cost of the covered usage less its fee. */
export function protectsMonthly(measure: Measure, committed: Micros): Micros {
  return coveredMonthly(measure) - committed;
}
