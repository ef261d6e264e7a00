import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { readDateTime } from '../../date-time.js';
import { dayMs, isoDay } from '../../figures/days.js';

/** How far a time without a zone may be from the same time in UTC. */
const farthestZoneMs = 14 * 3_600_000;
const summerTimeMs = 3_600_000;

/**
 * Returns milliseconds since 1970; `NaN` if the value is not a date or date-time. Values without a zone are read as if in
 * UTC: comparisons tolerate a day, or `uncertainty`.
 */
export const instant = (value: unknown) => readDateTime(value)?.at ?? Number.NaN;

/** Returns the day as it is written, in the time zone of the server, or undefined. */
export const writtenDay = (value: unknown) => readDateTime(value)?.day;

/** Returns the moment of a response; `NaN` if its `timestamp` has no zone. */
export function nowOf({ response }: CompleteExchange): number {
  const now = readDateTime(response.json?.timestamp);
  return now?.hasZone ? now.at : Number.NaN;
}

/**
 * Returns the days that it may be at the server at a response, the earliest first: in UTC and in the zone of its
 * `timestamp`, or in every zone if that has none.
 */
export function todaysOf({ response }: CompleteExchange): readonly string[] {
  const now = readDateTime(response.json?.timestamp);
  if (!now?.hasTime) return [];
  const others = now.hasZone ? [now.day] : [-1, 1].map((sign) => isoDay(now.at + sign * farthestZoneMs));
  return [...new Set([isoDay(now.at), ...others])].sort();
}

/**
 * Returns by how many milliseconds the difference of two values may be wrong because a time zone or a time of day is
 * unknown. Two values without a zone have the same one, but perhaps with summer time between them.
 */
export function uncertainty(one: unknown, other: unknown): number {
  const [first, second] = [readDateTime(one), readDateTime(other)];
  if (!first || !second) return Number.NaN;
  const ofDay = first.hasTime === second.hasTime ? 0 : dayMs;
  if (first.hasZone !== second.hasZone) return ofDay + farthestZoneMs;
  return first.hasZone || !(first.hasTime || second.hasTime) ? ofDay : ofDay + summerTimeMs;
}
