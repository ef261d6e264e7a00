/** First and last day of a month written YYYY-MM, as a range of costs. */
export function daysOf(period: string): { start: string; end: string } {
  const [year, month] = period.split('-').map(Number) as [number, number];
  return { start: `${period}-01`, end: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}
