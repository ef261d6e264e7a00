import type { Measure } from '../ledger/measure.js';
import { hoursPerMonth, type Micros, perMonth } from '../money.js';
import type { Commitment } from '../seed-data/types.js';

/** All of these are for a month of 730 hours in which the commitment runs throughout, at list. */

export function committedMonthly(commitment: Commitment): Micros {
  return commitment.feePerHour * hoursPerMonth;
}

/** What the usage it covers would have cost on demand. */
function coveredMonthly(measure: Measure): Micros {
  return perMonth(measure.coveredList, measure.liveHours);
}

/** What its unused part costs, which resizing would save. */
export function unusedMonthly(measure: Measure): Micros {
  return perMonth(measure.fee - measure.usedFee, measure.liveHours);
}

/** What renewing it as it is keeps: the on-demand price of what it covers, less what it costs. */
export function protectsMonthly(commitment: Commitment, measure: Measure): Micros {
  return coveredMonthly(measure) - committedMonthly(commitment);
}
