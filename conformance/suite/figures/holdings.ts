import { isCommitted } from './commitment-rows.js';
import { type Days, dayMs, isoDay } from './days.js';
import type { ExpectedRow, KnownBill } from './known-bill.js';
import { distinctOf, isValue, type Query } from './queries/query.js';

/** A value that the rows of a commitment determine. */
export interface Determined<Value> {
  readonly value: Value;
  readonly rows: number;
  /** The statement that returns it. */
  readonly sql: string;
}

/** What a commitment is, who holds it, where, and from when to when; undefined where its rows do not determine it. */
export interface Holding {
  readonly provider: Determined<string> | undefined;
  /** `Usage` of a quantity of a resource, or `Spend` of dollars. */
  readonly category: Determined<string> | undefined;
  /** The only service of a reservation. A plan that was used for one service can apply to others. */
  readonly service: Determined<string> | undefined;
  readonly account: Determined<string> | undefined;
  readonly region: Determined<string> | undefined;
  /** The first day of the term and the day on which it ends. */
  readonly term: Determined<Days> | undefined;
}

const isPurchase = "ChargeCategory = 'Purchase'";
const isTerm = `${isPurchase} AND ChargeFrequency = 'One-Time'`;

/** A shorter period may be that of a payment. */
const shortestTermMs = 360 * dayMs;

const figures = {
  committed: `count(*) FILTER (WHERE ${isCommitted.join(' AND ')})`,
  purchases: `count(*) FILTER (WHERE ${isPurchase})`,
  terms: `count(*) FILTER (WHERE ${isTerm})`,
  start: `epoch_ms(min(ChargePeriodStart) FILTER (WHERE ${isTerm}))`,
  end: `epoch_ms(max(ChargePeriodEnd) FILTER (WHERE ${isTerm}))`,
  first: `epoch_ms(min(ChargePeriodStart) FILTER (WHERE ${isCommitted.join(' AND ')}))`,
  last: `epoch_ms(max(ChargePeriodEnd) FILTER (WHERE ${isCommitted.join(' AND ')}))`,
} as const satisfies Query['figures'];

/** Returns the holding of a commitment; nothing is determined if the bill has no such commitment. */
export async function holdingOf(bill: KnownBill, id: string): Promise<Holding> {
  const all = await bill.expected({
    figures,
    where: ['CommitmentDiscountId IS NOT NULL'],
    groupBy: {
      id: 'CommitmentDiscountId',
      provider: 'provider_id',
      category: 'CommitmentDiscountCategory',
      service: 'ServiceName',
      account: 'SubAccountId',
      region: 'RegionId',
    },
  });
  const rows = all.filter(({ group }) => group.id === id);
  const own = [isValue('CommitmentDiscountId', id)];
  const only = (name: string, column: string): Determined<string> | undefined => {
    const [value, ...others] = new Set(rows.map(({ group }) => group[name]));
    if (!value || others.length > 0) return undefined;
    return { value, rows: countOf(rows), sql: bill.statementOf(distinctOf(column, own)) };
  };
  const category = only('category', 'CommitmentDiscountCategory');
  const isReserved = category?.value === 'Usage' && sumOf(rows, 'committed') > 0;
  // Usage alone does not show who holds a commitment: another account may use all of it.
  const isBought = sumOf(rows, 'purchases') > 0;
  return {
    provider: only('provider', 'provider_id'),
    category,
    service: isReserved ? only('service', 'ServiceName') : undefined,
    account: isBought ? only('account', 'SubAccountId') : undefined,
    region: isBought ? only('region', 'RegionId') : undefined,
    term: termOf(bill, rows, own),
  };
}

/** Returns the period of the only one-time purchase, unless it was used at another time. */
function termOf(
  bill: KnownBill,
  rows: readonly ExpectedRow[],
  where: readonly string[],
): Determined<Days> | undefined {
  const [purchase] = rows.filter((row) => row.figures.terms);
  const { start, end } = purchase?.figures ?? {};
  if (!start || !end || sumOf(rows, 'terms') !== 1 || end - start < shortestTermMs) return undefined;
  // A row of a whole day can contain the moment at which the term starts or ends.
  const isWithin = ({ figures: { first, last } }: ExpectedRow) =>
    (first ?? start) >= start - dayMs && (last ?? end) <= end + dayMs;
  if (!rows.every(isWithin)) return undefined;
  const query = {
    figures: { term_start: 'min(ChargePeriodStart)', term_end: 'max(ChargePeriodEnd)' },
    where: [...where, isTerm],
  };
  const value = { first: isoDay(start), last: isoDay(end) };
  return { value, rows: 1, sql: bill.none(query, {}).sql };
}

function sumOf(rows: readonly ExpectedRow[], figure: keyof typeof figures): number {
  return rows.reduce((sum, row) => sum + (row.figures[figure] ?? 0), 0);
}

function countOf(rows: readonly ExpectedRow[]): number {
  return rows.reduce((sum, row) => sum + row.rows, 0);
}
