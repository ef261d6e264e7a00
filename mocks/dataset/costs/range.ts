import {
  type Day,
  firstDayOf,
  isoDate,
  isoMonth,
  lastDayOf,
  monthOf,
  parseDate,
  type Range,
} from '../calendar.js';
import { type Context, lastActualDay, todayOf } from '../context.js';
import type { Bill } from '../ledger/bill.js';
import type { Span } from '../ledger/spans.js';
import { invalidQuery } from '../responses.js';

/** The part of a day or month that is in the range and has actual costs. */
export interface Bucket {
  readonly date: string;
  readonly spans: readonly Span[];
}

/** Parses `preset`, or else `start` and `end`; the period is the preset. */
export function rangeOf(context: Context, query: Record<string, any>): Range & { readonly period: string } {
  const today = todayOf(context);
  if (query.preset !== undefined) return { ...presetRange(query.preset, today), period: query.preset };
  const monthStart = firstDayOf(monthOf(today));
  const first = query.start === undefined ? monthStart : (parseDate(query.start) as Day);
  const last = query.end === undefined ? today : (parseDate(query.end) as Day);
  if (first <= last) return { first, last, period: 'custom' };
  if (query.end === undefined) {
    const ctx = { maximum: isoDate(today) };
    const msg = `Must not be after ${ctx.maximum}, where the range ends unless \`end\` is sent.`;
    throw invalidQuery('start', msg, 'range', { input: query.start, ctx });
  }
  const ctx = { minimum: isoDate(first) };
  const unless = query.start === undefined ? ', where the range begins unless `start` is sent' : '';
  throw invalidQuery('end', `Must not be before ${ctx.minimum}${unless}.`, 'range', {
    input: query.end,
    ctx,
  });
}

const monthsOfPreset: Readonly<Record<string, number>> = { '6M': 6, '12M': 12 };

function presetRange(preset: string, today: Day): Range {
  const months = monthsOfPreset[preset];
  if (months === undefined) return { first: today - 29, last: today };
  return { first: firstDayOf(monthOf(today) - months + 1), last: today };
}

/** Whether the costs of a provider reach back to a day, so that later ones can be compared with it. */
export function reachesBackTo({ firstDay }: Bill, day: Day): boolean {
  return day >= firstDay;
}

/** The preceding range of the same length. */
export function rangeBefore({ first, last }: Range): Range {
  return { first: first - (last - first + 1), last: first - 1 };
}

/** The days of a range with actual costs. */
export function actualSpans(context: Context, bill: Bill, { first, last }: Range): readonly Span[] {
  return bill.spans(first, Math.min(last, lastActualDay(context)));
}

/** Splits spans into days or months, oldest first. */
export function bucketsOf(spans: readonly Span[], granularity: 'daily' | 'monthly'): readonly Bucket[] {
  if (granularity === 'monthly') {
    return spans.map((span) => ({ date: isoMonth(monthOf(span.month.first)), spans: [span] }));
  }
  const days: Bucket[] = [];
  for (const { month, from, to } of spans) {
    for (let day = from; day < to; day++) {
      days.push({ date: isoDate(month.first + day), spans: [{ month, from: day, to: day + 1 }] });
    }
  }
  return days;
}

/** The month to date, the same days of the previous month, and the whole previous month. */
export function monthToDate(context: Context) {
  const month = monthOf(todayOf(context));
  const first = firstDayOf(month);
  const last = lastActualDay(context);
  const start = firstDayOf(month - 1);
  const end = lastDayOf(month - 1);
  return {
    now: { first, last },
    before: { first: start, last: Math.min(end, start + last - first) },
    monthBefore: { first: start, last: end },
  };
}
