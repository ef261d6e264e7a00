import { type BillRow, dayMs, days, hourlyFrom, hourMs, noise, rowOf } from './row.js';

interface Line extends Partial<Record<keyof BillRow, string>> {
  readonly seed: number;
  /** List price of an average day. */
  readonly list: number;
  /** What a negotiated agreement leaves of the list price. */
  readonly factor: number;
}

/** On-demand usage by day, and by hour from `hourlyFrom` on if it could be covered. */
export function onDemand({ seed, list, factor, ...rest }: Line, isHourly: boolean): BillRow[] {
  return days.flatMap((day, d) => {
    const ofDay = list * (0.7 + 0.6 * noise(seed, d));
    const steps = isHourly && day >= hourlyFrom ? 24 : 1;
    return Array.from({ length: steps }, (_, hour) => {
      const share = (ofDay / steps) * (steps === 1 ? 1 : 0.6 + 0.8 * noise(seed, d, hour));
      const from = day + hour * hourMs;
      const cost = share * factor;
      return rowOf({ from, to: from + dayMs / steps, billed: cost, list: share, contracted: cost, ...rest });
    });
  });
}
