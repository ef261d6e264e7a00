import type { Context } from '../context.js';
import type { Measure } from '../ledger/measure.js';
import { compareAmounts, hoursPerMonth, type Micros, perMonth } from '../money.js';
import type { HeldCommitment } from '../seed-data/types.js';
import { measureOf } from './measured.js';

/** Its hourly fee at list price; in a real bill as billed in the recent window, null if it did not run in it. */
export function hourlyFeeOf(context: Context, commitment: HeldCommitment): Micros | null {
  if (commitment.feePerHour !== null) return commitment.feePerHour;
  const measure = measureOf(context, commitment);
  // Corrections can exceed the fee.
  return measure === null || compareAmounts(measure.fee, 0) < 0 ? null : measure.fee / measure.liveHours;
}

/** Its fee at list price. Like all figures below, for a full month of 730 hours. */
export function committedMonthly(context: Context, commitment: HeldCommitment): Micros | null {
  const hourly = hourlyFeeOf(context, commitment);
  return hourly && hourly * hoursPerMonth;
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
