/**
 * Days are counted from 1970-01-01, hours from that midnight and months from year 0, all in UTC; an
 * instant is in milliseconds. Whole numbers compare and add without a time zone in the way.
 */
export const msPerHour = 3_600_000;
export const msPerDay = 86_400_000;
export const hoursPerDay = 24;

export type Day = number;
export type Hour = number;
export type Month = number;
export type Instant = number;

export function dayOf(instant: Instant): Day {
  return Math.floor(instant / msPerDay);
}

export function hourOf(instant: Instant): Hour {
  return Math.floor(instant / msPerHour);
}

export function startOfDay(day: Day): Instant {
  return day * msPerDay;
}

/** `2026-06-15` */
export function isoDate(day: Day): string {
  return new Date(startOfDay(day)).toISOString().slice(0, 10);
}

/** `2026-06-15T12:00:00Z`, without milliseconds. */
export function isoInstant(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

export function monthOf(day: Day): Month {
  const date = new Date(startOfDay(day));
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first day of a month. */
export function firstDayOf(month: Month): Day {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / msPerDay;
}

/** The last day of a month. */
export function lastDayOf(month: Month): Day {
  return firstDayOf(month + 1) - 1;
}

/** `2026-06` */
export function isoMonth(month: Month): string {
  return isoDate(firstDayOf(month)).slice(0, 7);
}

/** Reads `2026-06-15`, or the date of an ISO instant; undefined for a day the calendar lacks. */
export function parseDate(text: string): Day | undefined {
  const instant = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(instant)) return undefined;
  const day = dayOf(instant);
  return isoDate(day) === text.slice(0, 10) ? day : undefined;
}

/** Reads `2026-06`. */
export function parseMonth(text: string): Month | undefined {
  const day = parseDate(`${text.slice(0, 7)}-01`);
  return day === undefined ? undefined : monthOf(day);
}

/** 0 for Sunday to 6 for Saturday; 1970-01-01 was a Thursday. */
export function weekdayOf(day: Day): number {
  return (day + 4) % 7;
}
