import { InvalidArgumentError } from 'commander';

/** A whole number within bounds. */
export function integer(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`Give a whole number ${range}.`);
  };
}

/** A number above 0. */
export function positive(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('Give a number above 0.');
}

export function httpUrl(text: string): string {
  if (/^https?:\/\/[^/]/.test(text)) return text;
  throw new InvalidArgumentError('Give a URL that begins with http:// or https://.');
}

export function timestamp(text: string): string {
  if (!Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('Give a timestamp such as 2026-06-15T12:00:00Z.');
}

/** An option that may be repeated. */
export function list(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
