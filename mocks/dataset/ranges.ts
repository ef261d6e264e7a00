import type { Failure } from '../types.js';
import { type Day, firstDayOf, lastDayOf, type Month, monthOf, parseDate } from './calendar.js';
import type { Range } from './context.js';
import { invalid } from './failures.js';

/** Rejects a range that ends before it starts. */
export function endBeforeStart(start: unknown, end: unknown): { failure: Failure } {
  return invalid({
    loc: ['query', 'end'],
    msg: 'Must not be before `start`.',
    type: 'range',
    input: end,
    ctx: { start },
  });
}

/** Parses a day whose format is already validated. */
export function dayFrom(text: string | undefined): Day | undefined {
  return text === undefined ? undefined : parseDate(text);
}

/** A part of a range: a day, or the days of a month that are in the range. */
export interface Step extends Range {
  readonly month: Month;
}

/** Splits a range into days or months. */
export function stepsOf({ first, last }: Range, granularity: 'daily' | 'monthly'): readonly Step[] {
  const steps: Step[] = [];
  if (granularity === 'daily') {
    for (let day = first; day <= last; day++) steps.push({ first: day, last: day, month: monthOf(day) });
    return steps;
  }
  for (let month = monthOf(first); first <= last && month <= monthOf(last); month++) {
    steps.push({ first: Math.max(first, firstDayOf(month)), last: Math.min(last, lastDayOf(month)), month });
  }
  return steps;
}
