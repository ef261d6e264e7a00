/**
 * Days are counted from 1970-01-01, hours from that midnight and months from year 0, all in UTC; an
 * instant is in milliseconds. Integers compare and add independently of time zones.
 */
export const msPerHour = 3_600_000;
export const msPerDay = 86_400_000;
export const hoursPerDay = 24;

export type Day = number;
export type Hour = number;
export type Month = number;
export type Instant = number;

/** A range of days, both ends included. */
export interface Range {
  readonly first: Day;
  readonly last: Day;
}

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
  const { month, dayOfMonth } = civilDate(day);
  return `${isoMonth(month)}-${twoDigits(dayOfMonth)}`;
}

/** `2026-06-15T12:00:00Z`, without milliseconds. */
export function isoInstant(instant: Instant): string {
  const day = dayOf(instant);
  const seconds = Math.floor((instant - startOfDay(day)) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${isoDate(day)}T${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}Z`;
}

export function monthOf(day: Day): Month {
  return civilDate(day).month;
}

/**
 * Converts a day without `Date`, which is ten times slower. Years start in March, so that a leap day
 * is the last of its year, and every 400 years have the same number of days.
 */
function civilDate(day: Day): { month: Month; dayOfMonth: number } {
  const sinceYear0 = day + 719_468;
  const era = Math.floor(sinceYear0 / 146_097);
  const dayOfEra = sinceYear0 - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  return {
    month: (era * 400 + yearOfEra) * 12 + monthFromMarch + 2,
    dayOfMonth: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
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
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${twoDigits((month % 12) + 1)}`;
}

/** Parses `2026-06-15`, or the date of an ISO instant; undefined for a date that does not exist. */
export function parseDate(text: string): Day | undefined {
  const instant = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(instant)) return undefined;
  const day = dayOf(instant);
  return isoDate(day) === text.slice(0, 10) ? day : undefined;
}

/** Parses `2026-06`. */
export function parseMonth(text: string): Month | undefined {
  const day = parseDate(`${text.slice(0, 7)}-01`);
  return day === undefined ? undefined : monthOf(day);
}

/** 0 for Sunday to 6 for Saturday; 1970-01-01 was a Thursday. */
export function weekdayOf(day: Day): number {
  return (day + 4) % 7;
}
