import type { BillDays, BillLine, ChargeTable } from '../../../src/focus/tables/tables.js';
import { groupBy } from '../../../src/group-by.js';
import type { Day } from '../calendar.js';
import type { AccountRef } from './figures.js';

/** On-demand usage, or usage or unused hours of one commitment, of one account; its sums on each day with rows. */
export interface UsageGroup extends Pick<BillLine, 'platform' | 'commitment' | 'status'> {
  readonly service: string;
  readonly account: AccountRef;
  /** Its entries are from `from` up to but not including `to`, a day each, ascending. */
  readonly days: DaySums;
  readonly from: number;
  readonly to: number;
  /** Whether every row has a quantity. */
  readonly hasQuantity: boolean;
}

type DaySums = Omit<BillDays, 'line'>;

const figures = ['list', 'contracted', 'effective', 'billed', 'unpriced', 'quantity'] as const;
type Figure = (typeof figures)[number];

/** Sums of a group in a range of days. */
export type UsageSum = { [figure in Figure]: number };

/**
 * Groups the usage of one provider. Usage with a commitment but no status is neither used, unused nor on demand.
 *
 * @param isShared whether to share the columns of the table: each line is a group
 */
export function usageGroupsOf(
  tables: ChargeTable,
  provider: string,
  accountOf: (id: string | null) => AccountRef,
  isShared = false,
): readonly UsageGroup[] {
  const { lines, days } = tables;
  const keyOf = (l: number) => {
    const { account, service, region, platform, commitment, status } = lines[l]!;
    return JSON.stringify([account, service, region, commitment ?? [platform], status]);
  };
  const own = [...lines.keys()].filter((l) => {
    const line = lines[l]!;
    const counts = (line.commitment === null) === (line.status === null);
    return line.provider === provider && line.category === 'Usage' && counts;
  });
  const starts = startsOf(days.line, lines.length);
  if (isShared) {
    return own.map((l) => {
      const [from, to] = [starts[l]!, starts[l + 1]!];
      let hasQuantity = true;
      for (let i = from; i < to; i++) hasQuantity &&= !Number.isNaN(days.quantity[i]!);
      return groupOf(lines[l]!, accountOf, { days, from, to, hasQuantity });
    });
  }
  const scratch = new Scratch(tables);
  return [...groupBy(own, keyOf).values()].map((ofGroup) => {
    for (const l of ofGroup) scratch.add(starts[l]!, starts[l + 1]!);
    return groupOf(lines[ofGroup[0]]!, accountOf, scratch.take());
  });
}

type Rows = Pick<UsageGroup, 'days' | 'from' | 'to' | 'hasQuantity'>;

function groupOf(
  { service, account, platform, commitment, status }: BillLine,
  accountOf: (id: string | null) => AccountRef,
  rows: Rows,
): UsageGroup {
  const ofUsage = commitment === null ? platform : null;
  return {
    service: service ?? '',
    account: accountOf(account),
    platform: ofUsage,
    commitment,
    status,
    ...rows,
  };
}

/** Where the entries of each line start in a column that is ordered by line, and where the last ends. */
export function startsOf(column: Int32Array, lines: number): Int32Array {
  const starts = new Int32Array(lines + 1);
  for (let i = 0; i < column.length; i++) starts[column[i]! + 1]! += 1;
  for (let line = 0; line < lines; line++) starts[line + 1]! += starts[line]!;
  return starts;
}

type Columns = Readonly<Record<Figure, Float64Array>>;

function columnsOf(columnOf: (figure: Figure) => Float64Array): Columns {
  return Object.fromEntries(figures.map((figure) => [figure, columnOf(figure)])) as Columns;
}

/** Sums up the entries of several lines by day. */
class Scratch {
  private readonly sums: Columns;
  private readonly found: Uint8Array;
  private hasQuantity = true;

  constructor(private readonly tables: ChargeTable) {
    const length = tables.lastDay - tables.firstDay + 1;
    this.sums = columnsOf(() => new Float64Array(length));
    this.found = new Uint8Array(length);
  }

  add(from: number, to: number): void {
    const { days, firstDay } = this.tables;
    const { list, contracted, effective, billed, unpriced, quantity } = this.sums;
    for (let i = from; i < to; i++) {
      const at = days.day[i]! - firstDay;
      this.found[at] = 1;
      list[at]! += days.list[i]!;
      contracted[at]! += days.contracted[i]!;
      effective[at]! += days.effective[i]!;
      billed[at]! += days.billed[i]!;
      unpriced[at]! += days.unpriced[i]!;
      if (Number.isNaN(days.quantity[i]!)) this.hasQuantity = false;
      else quantity[at]! += days.quantity[i]!;
    }
  }

  /** Returns the sums and resets them. */
  take(): Rows {
    const positions = positionsOf(this.found);
    const sums = columnsOf((figure) => valuesAt(this.sums[figure], positions));
    const { hasQuantity } = this;
    for (const figure of figures) this.sums[figure].fill(0);
    this.found.fill(0);
    this.hasQuantity = true;
    const day = positions.map((at) => at + this.tables.firstDay);
    return { days: { day, ...sums }, from: 0, to: day.length, hasQuantity };
  }
}

/** A loop, since `Float64Array.from` takes ten times as long. Most groups have rows on every day from the first to the last. */
function valuesAt(values: Float64Array, positions: Int32Array): Float64Array {
  const [first = 0] = positions;
  const end = (positions.at(-1) ?? -1) + 1;
  if (end - first === positions.length) return values.slice(first, end);
  const found = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i++) found[i] = values[positions[i]!]!;
  return found;
}

/** The positions at which a flag is set. */
function positionsOf(flags: Uint8Array): Int32Array {
  const positions: number[] = [];
  for (let at = flags.indexOf(1); at >= 0; at = flags.indexOf(1, at + 1)) positions.push(at);
  return Int32Array.from(positions);
}

/** Sums up groups in a range of days. */
export function sumOf(groups: readonly UsageGroup[], first: Day, last: Day): UsageSum {
  const sum: UsageSum = { list: 0, contracted: 0, effective: 0, billed: 0, unpriced: 0, quantity: 0 };
  for (const { days, from, to } of groups) {
    for (let i = positionOf(days.day, first, from, to); i < to && days.day[i]! <= last; i++) {
      sum.list += days.list[i]!;
      sum.contracted += days.contracted[i]!;
      sum.effective += days.effective[i]!;
      sum.billed += days.billed[i]!;
      sum.unpriced += days.unpriced[i]!;
      sum.quantity += days.quantity[i]!;
    }
  }
  return sum;
}

/** Whether a group has rows in a range of days. */
export function hasRows({ days, from, to }: UsageGroup, first: Day, last: Day): boolean {
  const at = positionOf(days.day, first, from, to);
  return at < to && days.day[at]! <= last;
}

/** The position of the first number that is not below a limit, in a part of an array that ascends. */
export function positionOf(
  numbers: Int32Array | Float64Array,
  limit: number,
  from: number,
  to: number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
