import { type BillRow, dayMs, days, dollars, hourMs, monthStart, months, noise, rowOf } from './row.js';

interface Commitment extends Partial<Record<keyof BillRow, string>> {
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
  readonly users: readonly Partial<Record<keyof BillRow, string>>[];
}

/** Used and unused hours of a commitment by day, and its purchases. */
export function committed(commitment: Commitment): BillRow[] {
  return [...usage(commitment), ...purchases(commitment)];
}

/** The columns of every row of a commitment. */
function columnsOf(commitment: Commitment): Partial<Record<keyof BillRow, string>> {
  const { seed: _, from: _from, perHour: _perHour, price: _price, list: _list, ...others } = commitment;
  const {
    contracted: _contracted,
    leastUsed: _least,
    upfront: _up,
    recurring: _rec,
    users: _users,
    billedWithUsage: _billed,
    ...columns
  } = others;
  return columns;
}

function usage(commitment: Commitment): BillRow[] {
  const { seed, from, perHour, price, list, contracted, leastUsed, users } = commitment;
  const { billedWithUsage = false } = commitment;
  const columns = columnsOf(commitment);
  const billed = (fee: number) => (billedWithUsage ? fee : 0);
  return days.flatMap((day, d) => {
    if (day + dayMs <= from) return [];
    const since = Math.max(day, from);
    const hours = ((day + dayMs - since) / hourMs) * perHour;
    const used = hours * (leastUsed + (1 - leastUsed) * noise(seed, d));
    const rows = users.map((user, u) => {
      const share = u === users.length - 1 ? used * (u === 0 ? 1 : 0.4) : used * 0.6;
      const quantity = dollars(share);
      return rowOf({
        ...columns,
        ...user,
        from: since,
        to: day + dayMs,
        PricingCategory: 'Committed',
        CommitmentDiscountStatus: 'Used',
        CommitmentDiscountQuantity: quantity,
        billed: billed(share * price),
        effective: share * price,
        list: share * list,
        contracted: share * contracted,
      });
    });
    const unused = rowOf({
      ...columns,
      from: since,
      to: day + dayMs,
      PricingCategory: 'Committed',
      CommitmentDiscountStatus: 'Unused',
      CommitmentDiscountQuantity: dollars(hours - used),
      billed: billed((hours - used) * price),
      effective: (hours - used) * price,
      // As in some exports, although nothing ran.
      list: (hours - used) * list,
      contracted: (hours - used) * price,
    });
    return hours - used > 1e-9 ? [...rows, unused] : rows;
  });
}

function purchases(commitment: Commitment): BillRow[] {
  const { from, upfront = 0, recurring = 0 } = commitment;
  const purchase = { ...columnsOf(commitment), ChargeCategory: 'Purchase', effective: 0 };
  const priced = (fee: number) => ({ billed: fee, list: fee, contracted: fee });
  const once = { ...purchase, from, to: from + 365 * dayMs, ChargeFrequency: 'One-Time', ...priced(upfront) };
  const monthly = months
    .filter((month) => month >= monthStart(from))
    .map((month) =>
      rowOf({
        ...purchase,
        from: Math.max(month, from),
        to: monthStart(month, 1),
        ChargeFrequency: 'Recurring',
        ...priced(recurring),
      }),
    );
  return [...(upfront > 0 ? [rowOf(once)] : []), ...(recurring > 0 ? monthly : [])];
}
