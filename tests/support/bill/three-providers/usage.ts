import { type BillRow, type Columns, dayMs, days, hourlyFrom, hourMs, noise, rowOf } from './row.js';

interface Line {
  readonly seed: number;
  /** List price of an average day. */
  readonly list: number;
  /** What a negotiated agreement leaves of the list price. */
  readonly factor?: number;
  /** Whether it could be covered: then its rows are by hour from `hourlyFrom` on. */
  readonly isHourly?: boolean;
}

/** On-demand usage by day. */
export function onDemand({ seed, list, factor = 1, isHourly = false }: Line, columns: Columns): BillRow[] {
  return days.flatMap((day, d) => {
    const ofDay = list * (0.7 + 0.6 * noise(seed, d));
    const steps = isHourly && day >= hourlyFrom ? 24 : 1;
    return Array.from({ length: steps }, (_, hour) => {
      const share = (ofDay / steps) * (steps === 1 ? 1 : 0.6 + 0.8 * noise(seed, d, hour));
      const from = day + hour * hourMs;
      const cost = share * factor;
      const prices = { billed: cost, list: share, contracted: cost };
      return rowOf({ from, to: from + dayMs / steps, ...prices, ...columns });
    });
  });
}
