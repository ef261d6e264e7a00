import type { Clock } from '../types.js';
import { type Day, dayOf, type Instant } from './calendar.js';
import type { Ledger } from './ledger/index.js';
import type { State } from './state.js';

/** What every fold is given. */
export interface Context {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly seed: number;
  readonly state: State;
  readonly memo: Memo;
}

/** Keeps what was computed today, under a key. */
export type Memo = <T>(key: string, compute: () => T) => T;

/** Figures of past days stay the same until midnight brings another day. */
export function createMemo(clock: Clock): Memo {
  const kept = new Map<string, unknown>();
  let day = Number.NaN;
  return <T>(key: string, compute: () => T): T => {
    const today = dayOf(clock.now());
    if (today !== day) {
      kept.clear();
      day = today;
    }
    if (kept.has(key)) return kept.get(key) as T;
    const value = compute();
    kept.set(key, value);
    return value;
  };
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
