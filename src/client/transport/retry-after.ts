/** The three formats of an HTTP date (RFC 9110, 5.6.7): the preferred one and two obsolete ones, of which one has no zone. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [-\w :]{10,30} (?:GMT|\d{4})$/;

/**
 * Parses a `Retry-After` header: an integer number of seconds, or an HTTP date.
 *
 * @param now the current time in milliseconds since the epoch
 * @returns the milliseconds to wait, or null if the header is missing or invalid
 */
export function parseRetryAfter(value: string | null, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(httpDate.test(text) ? text.replace(/\d{4}$/, '$& GMT') : '');
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
