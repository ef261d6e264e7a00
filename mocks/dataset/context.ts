import type { DatasetLimits } from '../settings/limits.js';
import type { Clock } from '../types.js';
import { type Day, dayOf, type Instant, type Month, monthOf, type Range } from './calendar.js';
import { stateChanges } from './commitments/status.js';
import { lazily } from './lazily.js';
import type { Ledger } from './ledger/index.js';
import { positionOf } from './ledger/usage-groups.js';
import { createMemo, type Memo } from './memo.js';
import type { State } from './state.js';

/** What every handler computes from. */
export interface Context {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly state: State;
  readonly limits: DatasetLimits;
  /** Caches figures of past days until midnight. */
  readonly memo: Memo;
  /** Caches figures that also depend on the states of commitments, until one of them changes. */
  readonly memoOfStates: Memo;
}

/** Creates a context with empty caches. */
export function createContext(parts: Omit<Context, 'memo' | 'memoOfStates'>): Context {
  const { clock, ledger } = parts;
  const changes = lazily(() => stateChanges(ledger.seedData.commitments));
  return {
    ...parts,
    memo: createMemo(() => dayOf(clock.now()), 2000),
    memoOfStates: createMemo(() => {
      const now = clock.now();
      return `${dayOf(now)} ${positionOf(changes(), now + 1, 0, changes().length)}`;
    }, 200),
  };
}

/** The current time of the clock. */
export function nowOf({ clock }: Context): Instant {
  return clock.now();
}

export function todayOf({ clock }: Context): Day {
  return dayOf(clock.now());
}

/** The last day with actual costs: yesterday, or the last day of a bill, also if that is today and the bill ends with a month. */
export function lastActualDay(context: Context): Day {
  const today = todayOf(context);
  return today === context.ledger.closedDay ? today : Math.min(today - 1, context.ledger.lastDay);
}

/** The last month all of whose days have actual costs, or could have. */
export function lastCompleteMonth(context: Context): Month {
  return monthOf(Math.max(todayOf(context), lastActualDay(context) + 1)) - 1;
}

/** The last day with measured usage: yesterday, or the last one of a bill that ended before. */
export function lastMeasuredDay(context: Context): Day {
  return Math.min(lastActualDay(context), context.ledger.lastUsageDay);
}

/** Length in days of the window that "current" figures cover. */
export const windowDays = 30;

/** The thirty days up to the last one with measured usage. */
export function recentWindow(context: Context): Range {
  const last = lastMeasuredDay(context);
  return { first: last - windowDays + 1, last };
}
