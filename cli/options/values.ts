import { InvalidArgumentError } from 'commander';
import { parseTimestamp } from '../../mocks/session/clock.js';

/** Returns a parser of integers within bounds. */
export function integer(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new InvalidArgumentError(`Give an integer ${range}.`);
  };
}

/** Parses a number greater than 0. */
export function positive(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('Give a number greater than 0.');
}

export function httpUrl(text: string): string {
  if (URL.canParse(text) && new URL(text).username + new URL(text).password !== '') {
    throw new InvalidArgumentError(
      'Give a URL without a user name and password, which would be stored and shown.',
    );
  }
  if (/^https?:\/\/[^/]/.test(text)) return text;
  throw new InvalidArgumentError('Give a URL that starts with http:// or https://.');
}

export function timestamp(text: string): string {
  try {
    parseTimestamp(text);
    return text;
  } catch {
    throw new InvalidArgumentError('Give a timestamp with a zone, such as 2026-06-15T12:00:00Z.');
  }
}

export function date(text: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  // `Date` takes the 31st of February for a day in March.
  if (isDate && new Date(text).toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('Give a date such as 2026-06-15.');
}

/** Collects the values of a repeatable option. */
export function list(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}
