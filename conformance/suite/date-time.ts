import { getOrInsertUpTo } from '../../src/get-or-insert.js';

/** A date, or a date with a time of day, of ISO 8601. */
export interface DateTime {
  /** Milliseconds since 1970. Without a zone, as if in UTC; without a time of day, the start of the day. */
  readonly at: number;
  /** The day as it is written, without conversion to UTC: `2026-06-15`. */
  readonly day: string;
  readonly hasTime: boolean;
  readonly hasZone: boolean;
  /** Whether it also has the form of RFC 3339, section 5.6, which libraries expect. */
  readonly isRfc3339: boolean;
}

/** Maximum length, since a server decides it. ISO 8601 does not limit the digits of a fraction. */
const maxLength = 100;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The calendar, ordinal and week dates of the extended format; `2026-06` only without a time. */
const extendedDate =
  /^(?<year>\d{4})-(?:(?<month>\d\d)(?:-(?<day>\d\d))?|(?<ordinal>\d{3})|W(?<week>\d\d)-(?<weekday>\d))$/;
const basicDate =
  /^(?<year>\d{4})(?:(?<month>\d\d)(?<day>\d\d)|(?<ordinal>\d{3})|W(?<week>\d\d)(?<weekday>\d))$/;

/** The smallest unit may have a fraction. The zone of extended times may be `+0200`, as Java and C write it. */
const extendedTime =
  /^(?<hour>\d\d)(?::(?<minute>\d\d)(?::(?<second>\d\d))?)?(?:[.,](?<fraction>\d+))?(?<zone>Z|(?<sign>[+\-\u2212])(?<zoneHour>\d\d)(?::?(?<zoneMinute>\d\d))?)?$/i;
const basicTime =
  /^(?<hour>\d\d)(?:(?<minute>\d\d)(?<second>\d\d)?)?(?:[.,](?<fraction>\d+))?(?<zone>Z|(?<sign>[+\-\u2212])(?<zoneHour>\d\d)(?<zoneMinute>\d\d)?)?$/i;

const rfc3339 = /^\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** What recent texts mean: each check of a response reads the same ones. */
const recent = new Map<string, DateTime | undefined>();
/** Maximum number of recent texts. */
const maxRecent = 10_000;

/**
 * Reads a date or date-time of a response: every form of ISO 8601 that needs no agreement, and of RFC 3339. It is
 * the only function that does, so that no check parses what another one rejects, and it never depends on the time
 * zone of this machine.
 *
 * Neither standard has a blank instead of `T`, February 30, or an offset of a day. Years of other than four digits
 * need an agreement of both sides, which the service does not state.
 *
 * @returns undefined if the value is not a date or date-time
 */
export function readDateTime(value: unknown): DateTime | undefined {
  if (typeof value !== 'string' || value.length > maxLength) return undefined;
  return getOrInsertUpTo(maxRecent, recent, value, parse);
}

function parse(value: string): DateTime | undefined {
  const [date = '', time, ...others] = value.split(/T/i);
  if (others.length > 0) return undefined;
  const isBasic = basicDate.test(date);
  const found = (isBasic ? basicDate : extendedDate).exec(date)?.groups;
  const start = found && startOf(found);
  if (found === undefined || start === undefined) return undefined;
  const day = new Date(start).toISOString().slice(0, 10);
  if (time === undefined) return { at: start, day, hasTime: false, hasZone: false, isRfc3339: false };
  const parts = (isBasic ? basicTime : extendedTime).exec(time)?.groups;
  const isMonth = found.month !== undefined && found.day === undefined;
  const at = parts && !isMonth ? timeOn(start, parts) : undefined;
  if (parts === undefined || at === undefined) return undefined;
  return { at, day, hasTime: true, hasZone: parts.zone !== undefined, isRfc3339: rfc3339.test(value) };
}

type Parts = Readonly<Record<string, string | undefined>>;

/** Returns the start of a date; undefined if the calendar does not have it. */
function startOf({ year, month, day = '01', ordinal, week, weekday }: Parts): number | undefined {
  if (month !== undefined) return existing(`${year}-${month}-${day}`);
  const first = existing(`${year}-01-01`) as number;
  if (ordinal !== undefined) {
    const start = first + (Number(ordinal) - 1) * dayMs;
    return Number(ordinal) > 0 && yearOf(start) === Number(year) ? start : undefined;
  }
  const start = mondayOfWeek1(first) + ((Number(week) - 1) * 7 + Number(weekday) - 1) * dayMs;
  const thursday = start + (4 - Number(weekday)) * dayMs;
  const exists = Number(week) > 0 && Number(weekday) > 0 && Number(weekday) < 8;
  return exists && yearOf(thursday) === Number(year) ? start : undefined;
}

function existing(day: string): number | undefined {
  const start = Date.parse(`${day}T00:00:00Z`);
  // JavaScript accepts February 30 as March 2.
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day) ? start : undefined;
}

const yearOf = (at: number) => new Date(at).getUTCFullYear();

/** Week 1 contains January 4. */
function mondayOfWeek1(firstDay: number): number {
  const fourth = firstDay + 3 * dayMs;
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
}

/** Returns the moment of a time on a day that starts at `start`; undefined if no day has the time. */
function timeOn(start: number, { hour, minute, second, fraction = '0', ...zone }: Parts): number | undefined {
  const unit = second === undefined ? (minute === undefined ? hourMs : 60_000) : 1000;
  const time =
    Number(hour) * hourMs +
    Number(minute ?? 0) * 60_000 +
    Number(second ?? 0) * 1000 +
    Number(`0.${fraction}`) * unit;
  const [zoneHour, zoneMinute] = [Number(zone.zoneHour ?? 0), Number(zone.zoneMinute ?? 0)];
  const isInRange = Number(minute ?? 0) < 60 && Number(second ?? 0) <= 60 && zoneHour < 24 && zoneMinute < 60;
  // 24:00 is the end of the day.
  if (!isInRange || (Number(hour) > 23 && time !== dayMs)) return undefined;
  const offset = (zoneHour * 60 + zoneMinute) * 60_000;
  const at = start + time + (zone.sign === '+' ? -offset : offset);
  return second === '60' && !isLeapSecond(at, zone.zone) ? undefined : at;
}

/** Whether a second that counts as the first of the next minute is the last of a month in UTC. */
function isLeapSecond(at: number, zone: string | undefined): boolean {
  const second = new Date(Math.floor(at / 1000) * 1000).toISOString();
  return zone === undefined ? second.endsWith(':00.000Z') : second.endsWith('-01T00:00:00.000Z');
}
