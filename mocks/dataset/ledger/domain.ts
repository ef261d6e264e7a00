import type { Day } from '../calendar.js';
import type { Micros } from '../money.js';
import type { HeldCommitment } from '../seed-data/types.js';
import type { DailyUtilization } from './daily-utilization.js';
import type { ByAccount, Coverage, Savings } from './figures.js';
import type { Measures } from './measure.js';

/** The usage and commitments of one service of one provider. Ranges of days include both ends. */
export interface Domain {
  readonly provider: string;
  readonly service: string;
  /** Whether it has usage, covered or not. */
  readonly hasUsage: boolean;
  /** Covered and on-demand spend of each account with usage. */
  coverage(first: Day, last: Day): ByAccount<Coverage>;
  /** Spend that commitments could cover, in the prices of `coverage`. */
  eligible(first: Day, last: Day): Micros;
  /**
   * Cost of each account with usage or commitments. Used commitment is charged to the account that used it,
   * unused commitment to the account that holds it.
   */
  savings(first: Day, last: Day): ByAccount<Savings>;
  /** The figures of the commitments of the domain. */
  measure(first: Day, last: Day): Measures;
  /** One entry for each day on which the commitment ran. */
  dailyUtilization(commitment: HeldCommitment, first: Day, last: Day): readonly DailyUtilization[];
  /**
   * The linear trend of a commitment's utilization, in percentage points a day; `NaN` if it did not run in every
   * hour.
   */
  trend(commitment: HeldCommitment, first: Day, last: Day): number;
  /** On-demand spend that commitments could cover, in the prices of `coverage`. */
  uncovered(first: Day, last: Day): readonly UncoveredUsage[];
}

/** The on-demand spend of usage that varies in one way. */
export interface UncoveredUsage {
  readonly platform: string | null;
  readonly total: Micros;
  /** The spend of each hour; null if it is only known by day. */
  readonly hours: Float64Array | null;
}
