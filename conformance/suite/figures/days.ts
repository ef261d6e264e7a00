import { readDateTime } from '../date-time.js';

export const dayMs = 86_400_000;

/** A range of days, both included, as `YYYY-MM-DD`. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

export const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the day that is some days after another. */
export function plusDays(day: string, days: number): string {
  return isoDay(Date.parse(day) + days * dayMs);
}

/** Returns the first of two days. */
export const earlier = (one: string, other: string): string => (one < other ? one : other);

/** Returns the last of two days. */
export const later = (one: string, other: string): string => (one > other ? one : other);

/** Returns the number of days of a range. */
export function lengthOf({ first, last }: Days): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
}

/** Returns the days of a month, given as `YYYY-MM`. */
export function daysOfMonth(month: string): Days {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { first: `${month}-01`, last: isoDay(Date.UTC(year, number, 0)) };
}

/** Returns the month before another. */
export const monthBefore = (month: string): string => plusMonths(month, -1);

/** Returns the month, `YYYY-MM`, that is some months after another. */
export function plusMonths(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return isoDay(Date.UTC(year, number - 1 + months)).slice(0, 7);
}

/** Whether a text is a day, `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && readDateTime(value) !== undefined;
}
