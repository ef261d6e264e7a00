import type { DatasetLimits } from '../limits.js';
import type { Clock } from '../types.js';
import { type Day, dayOf, type Instant } from './calendar.js';
import { stateChanges } from './commitments/status.js';
import { lazily } from './lazily.js';
import type { Ledger } from './ledger/index.js';
import { createMemo, type Memo } from './memo.js';
import type { State } from './state.js';

/** What every fold is given. */
export interface Context {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly seed: number;
  readonly state: State;
  readonly limits: DatasetLimits;
  /** Keeps figures of past days until midnight. */
  readonly memo: Memo;
  /** Keeps what follows from the states of commitments too, until one of them changes. */
  readonly memoOfStates: Memo;
}

/** A context without anything computed yet. */
export function createContext(parts: Omit<Context, 'memo' | 'memoOfStates'>): Context {
  const { clock, ledger } = parts;
  const changes = lazily(() => stateChanges(ledger.seedData.commitments));
  return {
    ...parts,
    memo: createMemo(() => dayOf(clock.now()), 2000),
    memoOfStates: createMemo(() => {
      const now = clock.now();
      return `${dayOf(now)} ${countUpTo(changes(), now)}`;
    }, 200),
  };
}

/** How many of some ascending numbers are no larger than a limit. */
function countUpTo(numbers: Float64Array, limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The present, as the clock tells it. */
export function nowOf({ clock }: Context): Instant {
  return clock.now();
}

export function todayOf({ clock }: Context): Day {
  return dayOf(clock.now());
}

/** Days, both included. */
export interface Range {
  readonly first: Day;
  readonly last: Day;
}

/** The last day whose costs have arrived: yesterday. */
export function lastActualDay(context: Context): Day {
  return todayOf(context) - 1;
}

/** Days in the window that "current" figures are measured over. */
export const windowDays = 30;

/** The thirty days that end with the last day whose costs have arrived. */
export function recentWindow(context: Context): Range {
  const last = lastActualDay(context);
  return { first: last - windowDays + 1, last };
}
