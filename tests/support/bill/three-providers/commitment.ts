import {
  type BillRow,
  type Columns,
  dayMs,
  days,
  dollars,
  hourMs,
  monthOf,
  monthStart,
  months,
  noise,
  rowOf,
} from './row.js';

interface Terms {
  readonly seed: number;
  readonly from: number;
  /** Units, or dollars of an hour. */
  readonly perHour: number;
  /** Price of a unit for an hour, fees spread. */
  readonly price: number;
  /** The list price and the contracted price of an hour of a unit. */
  readonly list: number;
  readonly contracted: number;
  /** Least share that is used. */
  readonly leastUsed: number;
  /** Whether fees are billed upfront, by month, or with the usage. */
  readonly upfront?: number;
  readonly recurring?: number;
  readonly billedWithUsage?: boolean;
}

/** Used and unused hours of a commitment by day, and its purchases. */
export function committed(terms: Terms, columns: Columns, users: readonly Columns[]): BillRow[] {
  return [...usage(terms, columns, users), ...purchases(terms, columns)];
}

function usage(terms: Terms, columns: Columns, users: readonly Columns[]): BillRow[] {
  const { seed, from, perHour, price, list, contracted, leastUsed, billedWithUsage = false } = terms;
  return days.flatMap((day, d) => {
    if (day + dayMs <= from) return [];
    const since = Math.max(day, from);
    const hours = ((day + dayMs - since) / hourMs) * perHour;
    const used = hours * (leastUsed + (1 - leastUsed) * noise(seed, d));
    const row = (status: string, quantity: number, contracted: number, user: Columns = {}) =>
      rowOf({
        ...columns,
        ...user,
        from: since,
        to: day + dayMs,
        PricingCategory: 'Committed',
        CommitmentDiscountStatus: status,
        CommitmentDiscountQuantity: dollars(quantity),
        billed: billedWithUsage ? quantity * price : 0,
        effective: quantity * price,
        // As in some exports, also of unused hours, although nothing ran.
        list: quantity * list,
        contracted: quantity * contracted,
      });
    const rows = users.map((user, u) => {
      const share = u === users.length - 1 ? used * (u === 0 ? 1 : 0.4) : used * 0.6;
      return row('Used', share, contracted, user);
    });
    return hours - used > 1e-9 ? [...rows, row('Unused', hours - used, price)] : rows;
  });
}

function purchases({ from, upfront = 0, recurring = 0 }: Terms, columns: Columns): BillRow[] {
  const purchase = { ...columns, ChargeCategory: 'Purchase', effective: 0 };
  const priced = (fee: number) => ({ billed: fee, list: fee, contracted: fee });
  const once = { ...purchase, from, to: from + 365 * dayMs, ChargeFrequency: 'One-Time', ...priced(upfront) };
  const monthly = months
    .filter((month) => month >= monthStart(from))
    .map((month) => {
      const period = { ...monthOf(month), from: Math.max(month, from) };
      return rowOf({ ...purchase, ...period, ChargeFrequency: 'Recurring', ...priced(recurring) });
    });
  return [...(upfront > 0 ? [rowOf(once)] : []), ...(recurring > 0 ? monthly : [])];
}
