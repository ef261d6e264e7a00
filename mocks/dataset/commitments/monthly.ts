import type { Measure } from '../ledger/measure.js';
import { hoursPerMonth, type Micros, perMonth } from '../money.js';
import type { Commitment } from '../seed-data/types.js';

/** Its fee at list price. Like all figures in this file, for a full month of 730 hours. */

export function committedMonthly(commitment: Commitment): Micros {
  return commitment.feePerHour * hoursPerMonth;
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
export function protectsMonthly(commitment: Commitment, measure: Measure): Micros {
  return coveredMonthly(measure) - committedMonthly(commitment);
}
