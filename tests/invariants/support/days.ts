/** In milliseconds, as instants are told in. */
export const day = 86_400_000;

/** The day of an instant, written YYYY-MM-DD. */
export function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** First and last day of a month written YYYY-MM, as a range of costs. */
export function daysOf(period: string): { start: string; end: string } {
  const [year, month] = period.split('-').map(Number) as [number, number];
  return { start: `${period}-01`, end: isoDay(Date.UTC(year, month, 0)) };
}
