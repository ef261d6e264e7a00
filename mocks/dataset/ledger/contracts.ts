import type { Month } from '../calendar.js';
import type { Micros } from '../money.js';
import { hash32, streamOf } from '../random.js';
import type { Contract } from '../seed-data/types.js';

/** A contract with a vendor, which no provider lists among its commitments. */
export interface VendorContract {
  readonly id: string;
  readonly vendor: string;
  /** Null if no floor of a month is agreed or known. */
  readonly floorMonthly: Micros | null;
  /** The latest complete months before a month, oldest first. */
  monthsBefore(month: Month, count: number): readonly ContractMonth[];
}

export interface ContractMonth {
  readonly month: Month;
  readonly floor: Micros | null;
  readonly consumed: Micros;
}

/** A contract of an invented organization. */
export function scenarioContract(
  { id, vendor, floorMonthly, consumedMonthly }: Contract,
  seed: number,
): VendorContract {
  const consumedIn = (month: Month) => {
    // Up to 10 % above or below the average month, in whole cents.
    const chance = (hash32(seed, streamOf(id), month) % 2001) - 1000;
    return Math.round((consumedMonthly * (1 + chance / 10_000)) / 10_000) * 10_000;
  };
  return {
    id,
    vendor,
    floorMonthly,
    monthsBefore: (end, count) =>
      Array.from({ length: count }, (_, i) => {
        const month = end - count + i;
        return { month, floor: floorMonthly, consumed: consumedIn(month) };
      }),
  };
}
