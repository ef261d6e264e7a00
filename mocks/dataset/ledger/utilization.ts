import type { Day } from '../calendar.js';
import type { Micros } from '../money.js';

export type Instrument = 'ri' | 'sp';

/** Commitments of one instrument whose utilization is measured in one unit: of a service, or of a plan type. */
export interface UtilizationGroup {
  /** The service of reservations, the type of savings plans. */
  readonly id: string;
  readonly label: string;
  readonly sizeUnit: string;
  /** The measures of size, with the units in one unit of size; empty for savings plans. */
  readonly dimensions: readonly {
    readonly key: string;
    readonly unit: string;
    readonly perUnit: number;
  }[];
  usage(first: Day, last: Day): GroupUsage;
  /** Hourly fee of the commitments that run at the end of a day, and the part that savings plans promise to use. */
  hourlyFees(day: Day): { readonly committed: Micros; readonly contracted: Micros };
  /** Units used by service, largest first; empty for reservations. */
  appliedTo(first: Day, last: Day): readonly { readonly service: string; readonly used: number }[];
}

/** Usage of a group in a range of days. */
export interface GroupUsage {
  /** Unit hours of reservations, or dollars of savings plans. */
  readonly used: number;
  readonly purchased: number;
  /** Spend that the commitments covered, and all that commitments could cover. */
  readonly covered: Micros;
  readonly eligible: Micros;
}
