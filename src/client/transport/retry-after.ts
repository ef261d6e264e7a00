const time = '(?<time>\\d\\d:\\d\\d:\\d\\d)';
const month = '(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** The three formats of an HTTP date (RFC 9110, 5.6.7): the preferred one and two obsolete ones. */
const httpDates: readonly RegExp[] = [
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(
    `^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT$`,
  ),
  new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`),
];

/**
 * Parses a `Retry-After` header: an integer number of seconds, or an HTTP date.
 *
 * @param now the current time in milliseconds since the epoch
 * @returns the milliseconds to wait, or null if the header is missing or invalid
 */
export function parseRetryAfter(value: string | null, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = parseHttpDate(text, now);
  return date === null ? null : Math.max(0, date - now);
}

function parseHttpDate(text: string, now: number): number | null {
  const parts = httpDates.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!parts) return null;
  const { day = '', month = '', year = '', time } = parts;
  const monthNumber = months.indexOf(month) / 3 + 1;
  const date = Date.parse(
    `${fullYear(year, now)}-${twoDigits(monthNumber)}-${twoDigits(Number(day))}T${time}Z`,
  );
  return Number.isNaN(date) ? null : date;
}

/** A two-digit year that appears to be more than 50 years in the future is in the past century (RFC 9110, 5.6.7). */
function fullYear(year: string, now: number): string {
  if (year.length === 4) return year;
  const thisYear = new Date(now).getUTCFullYear();
  const full = thisYear - (thisYear % 100) + Number(year);
  return String(full > thisYear + 50 ? full - 100 : full);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
