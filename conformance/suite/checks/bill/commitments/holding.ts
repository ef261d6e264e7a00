import { show } from '../../../../engine/show.js';
import { isCommitted } from '../../../figures/commitment-rows.js';
import { type Days, dayMs, isoDay, lengthOf, plusDays } from '../../../figures/days.js';
import { namesOf } from '../../../figures/groups.js';
import type { ExpectedRow, KnownBill } from '../../../figures/known-bill.js';
import { distinctOf, isValue, type Query } from '../../../figures/queries/query.js';
import { writtenDay } from '../../shared/timestamps.js';
import type { ProviderRead } from '../bill-check.js';

/** A value that the rows of a commitment determine, the number of these rows, and the statement that returns it. */
interface Determined<Value = string> {
  readonly value: Value;
  readonly rows: number;
  readonly sql: string;
}

/** What fields must have. */
interface Expectation {
  readonly fields: readonly string[];
  /** Undefined if the rows do not determine it. */
  readonly from: Determined<unknown> | undefined;
  /** The value in words; default: that of the rows. */
  readonly expected?: string;
  /** Default: the value of the rows. */
  isRight?(value: unknown): boolean;
  /** Whether null is a violation. */
  readonly isRequired?: boolean;
}

const endFields = ['end_date', 'end', 'end_at'];

/** The kinds of each category: that of `provider_a`, and that of others. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  Usage: ['reserved_instance', 'committed_use_discount'],
  Spend: ['savings_plan', 'spend_commitment'],
};

/** Compares what a commitment is, who holds it, where and when, as far as its rows determine that. */
export async function compareHolding(read: Omit<ProviderRead, 'days'>, row: any): Promise<void> {
  const { comparison, inactive, exchange } = read;
  if (typeof row.id !== 'string') return;
  for (const { fields, from, isRequired, ...one } of await expectationsOf(read, row)) {
    if (!from) continue;
    const { expected = show(from.value), isRight = (value: unknown) => value === from.value } = one;
    for (const field of fields) {
      const value = row[field];
      // A provider may give only the day.
      const isLacking = value === null && isRequired && field !== 'end_at' && !inactive.has(row.id);
      if (typeof value !== 'string' && typeof value !== 'number' && !isLacking) continue;
      // One that was cancelled has ended before.
      const mayEnd = endFields.includes(field) && inactive.has(row.id);
      if (!isLacking && (isRight(value) || mayEnd)) comparison.passed();
      else {
        const problem = isLacking ? 'is null, although the bill determines it.' : 'differs from the bill.';
        const message = `\`${field}\` of ${show(row.id)} ${problem}`;
        comparison.violation({ message, actual: show(value), expected, from, exchange });
      }
    }
  }
}

const isPurchase = "ChargeCategory = 'Purchase'";
const isTerm = `${isPurchase} AND ChargeFrequency = 'One-Time'`;
const isUse = isCommitted.join(' AND ');

/** The rows of each commitment, by what they say of it. */
const holdings: Query = {
  figures: {
    committed: `count(*) FILTER (WHERE ${isUse})`,
    purchases: `count(*) FILTER (WHERE ${isPurchase})`,
    terms: `count(*) FILTER (WHERE ${isTerm})`,
    start: `epoch_ms(min(ChargePeriodStart) FILTER (WHERE ${isTerm}))`,
    end: `epoch_ms(max(ChargePeriodEnd) FILTER (WHERE ${isTerm}))`,
    first: `epoch_ms(min(ChargePeriodStart) FILTER (WHERE ${isUse}))`,
    last: `epoch_ms(max(ChargePeriodEnd) FILTER (WHERE ${isUse}))`,
  },
  where: ['CommitmentDiscountId IS NOT NULL'],
  groupBy: {
    id: 'CommitmentDiscountId',
    provider: 'provider_id',
    category: 'CommitmentDiscountCategory',
    service: 'ServiceName',
    account: 'SubAccountId',
    region: 'RegionId',
  },
};

async function expectationsOf(
  { bill, provider }: Pick<ProviderRead, 'bill' | 'provider'>,
  row: any,
): Promise<Expectation[]> {
  const rows = (await bill.expected(holdings)).filter(({ group }) => group.id === row.id);
  const only = (name: string): Determined | undefined => {
    const [value, ...others] = new Set(rows.map(({ group }) => group[name]));
    if (!value || others.length > 0) return undefined;
    const statement = distinctOf(holdings.groupBy?.[name] ?? '', [isValue('CommitmentDiscountId', row.id)]);
    return { value, rows: rows.reduce((sum, one) => sum + one.rows, 0), sql: bill.statementOf(statement) };
  };
  const category = only('category');
  const kinds = kindsOf[category?.value ?? ''];
  // A plan that was used for one service can apply to others.
  const service = category?.value === 'Usage' && countOf(rows, 'committed') > 0 ? only('service') : undefined;
  // Usage alone does not show who holds a commitment: another account may use all of it.
  const isBought = countOf(rows, 'purchases') > 0;
  const region = isBought ? only('region') : undefined;
  const regions = await namesOf(bill, 'RegionId', provider, [row.region]);
  const services = await namesOf(bill, 'ServiceName', provider, [row.service, row.service_label]);
  const named = [row.service, row.service_label].map((name) => services.of(name) ?? undefined);
  return [
    { fields: ['provider'], from: only('provider') },
    { fields: ['account_id', 'holder_account_id'], from: isBought ? only('account') : undefined },
    {
      ...{ fields: ['kind'], from: kinds && category, expected: `${kinds?.join(' or ')}` },
      isRight: (value) => kinds?.includes(String(value)) === true,
    },
    ...termExpectations(termOf(bill, rows)),
    {
      ...{ fields: ['region'], from: region },
      isRight: (value) => /^global$/i.test(String(value)) || regions.of(value) === region?.value,
    },
    {
      ...{ fields: ['service'], from: service },
      // A service that the bill does not have can be a short name of the right one.
      isRight: () => named.includes(service?.value) || named.every((name) => name === undefined),
    },
  ];
}

function termExpectations(from: Determined<Days> | undefined): Expectation[] {
  if (!from) return [];
  const { first, last } = from.value;
  // Terms of one or three years may be longer or shorter by days; others have no number of months.
  const days = lengthOf(from.value) - 1;
  const months = [12, 36].find((count) => Math.abs(days - (count * 365) / 12) <= 3);
  const date = (fields: readonly string[], day: string): Expectation => ({
    ...{ fields, from, expected: show(day), isRequired: true },
    isRight: (value) => isAbout(String(value), day),
  });
  return [
    date(['start_date', 'start'], first),
    date(endFields, last),
    {
      ...{ fields: months ? ['term_months'] : [], from, expected: `${months} months`, isRequired: true },
      isRight: (value) => value === months,
    },
  ];
}

/** Whether a date is a day or one beside it, since a day of another time zone begins at another time. */
function isAbout(value: string, day: string): boolean {
  const date = writtenDay(value);
  return date === undefined || (date >= plusDays(day, -1) && date <= plusDays(day, 1));
}

/** A shorter period may be that of a payment. */
const shortestTermMs = 360 * dayMs;

/**
 * Returns the first day of the term and the day on which it ends: the period of the only one-time purchase, unless the
 * commitment was used at another time.
 */
function termOf(bill: KnownBill, rows: readonly ExpectedRow[]): Determined<Days> | undefined {
  const [purchase] = rows.filter((row) => row.figures.terms);
  const { start, end } = purchase?.figures ?? {};
  if (!purchase || !start || !end || countOf(rows, 'terms') !== 1 || end - start < shortestTermMs)
    return undefined;
  // A row of a whole day can contain the moment at which the term starts or ends.
  const isWithin = ({ figures: { first, last } }: ExpectedRow) =>
    (first ?? start) >= start - dayMs && (last ?? end) <= end + dayMs;
  if (!rows.every(isWithin)) return undefined;
  const query = {
    figures: { term_start: 'min(ChargePeriodStart)', term_end: 'max(ChargePeriodEnd)' },
    where: [isValue('CommitmentDiscountId', purchase.group.id), isTerm],
  };
  const value = { first: isoDay(start), last: isoDay(end) };
  return { value, rows: 1, sql: bill.none(query, {}).sql };
}

function countOf(rows: readonly ExpectedRow[], figure: string): number {
  return rows.reduce((sum, row) => sum + (row.figures[figure] ?? 0), 0);
}
