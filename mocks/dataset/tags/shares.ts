import { getOrInsert } from '../../../src/get-or-insert.js';
import type { Day } from '../calendar.js';
import type { TagAssign } from './rules.js';

/** The value of costs that no rule matches. */
export const unallocated = '__unallocated__';

/** The part of a charge between two shares of it, on the days from `from` to `to`. */
export interface Portion {
  /** Index in the bill. */
  readonly charge: number;
  readonly from: Day;
  readonly to: Day;
  readonly low: number;
  readonly high: number;
  /** The value that it is allocated to, or {@link unallocated}. */
  readonly value: string;
}

/** The share of a charge that has a value under a key; null if no rule matches. */
export interface Share {
  readonly value: string | null;
  readonly weight: number;
}

export const unmatched: readonly Share[] = [{ value: null, weight: 1 }];

export function areSame(one: readonly Share[], other: readonly Share[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ value, weight }, i) => value === other[i]?.value && weight === other[i]?.weight)
  );
}

/** Extends the last `count` portions to a day. */
export function extend(portions: Portion[], count: number, to: Day): void {
  for (let i = portions.length - count; i < portions.length; i++) {
    portions[i] = { ...(portions[i] as Portion), to };
  }
}

export function add(weights: Map<string | null, number>, value: string | null, weight: number): void {
  weights.set(value, (weights.get(value) ?? 0) + weight);
}

export function sharesIn(weights: ReadonlyMap<string | null, number>): readonly Share[] {
  return [...weights].map(([value, weight]) => ({ value, weight }));
}

type FixedAssign = Exclude<TagAssign, { type: 'cost_based' }>;

const sharesOfAssigns = new WeakMap<FixedAssign, readonly Share[]>();

/** Returns the same list for the same rule, so that shares can be compared by identity. */
export function fixedShares(assign: FixedAssign): readonly Share[] {
  return getOrInsert(sharesOfAssigns, assign, sharesOfAssign);
}

function sharesOfAssign(assign: FixedAssign): readonly Share[] {
  const splits = assign.type === 'value' ? [{ value: assign.value, pct: 100 }] : assign.splits;
  const whole = splits.reduce((sum, { pct }) => sum + pct, 0);
  const weights = new Map<string | null, number>();
  for (const { value, pct } of splits) add(weights, value, pct / whole);
  return sharesIn(weights);
}

/** Converts shares to adjacent intervals from 0 to 1. */
export function cut(shares: readonly Share[]): { value: string; low: number; high: number }[] {
  let low = 0;
  return shares.map(({ value, weight }, i) => {
    const high = i === shares.length - 1 ? 1 : low + weight;
    const piece = { value: value ?? unallocated, low, high };
    low = high;
    return piece;
  });
}
