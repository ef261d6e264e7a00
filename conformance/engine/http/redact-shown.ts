import { createRedactor, redactedMark, shortestSecret } from '../../../src/redaction/redact-secrets.js';

/** The most characters that remain of an escape sequence after truncation. */
const longestEscape = 20;

/** The most characters of a prefix that is searched for. What follows a longer one is redacted to the end. */
const longestPrefix = 64;

/**
 * Redacts secrets, including the prefix of a secret that truncation left before a `…`.
 *
 * @param secrets those shorter than 8 characters are ignored, and so are shorter prefixes
 */
export function createShownRedactor(secrets: readonly string[]): (text: string) => string {
  const redact = createRedactor(secrets);
  const longest = Math.max(0, ...secrets.map(({ length }) => length));
  const first = Math.min(longest - 1, longestPrefix);

  /** Redactors of the secrets' prefixes of each length, longest first. */
  const prefixRedactors = Array.from({ length: Math.max(0, first + 1 - shortestSecret) }, (_, index) => {
    const length = first - index;
    let redactor: ((text: string) => string) | undefined;
    return (text: string) => {
      redactor ??= createRedactor(
        secrets.filter((secret) => secret.length > length).map((secret) => secret.slice(0, length)),
      );
      return redactor(text);
    };
  });

  function withoutPrefix(text: string): string {
    const from = Math.max(0, text.length - longest * longestEscape);
    const tail = text.slice(from);
    for (const [index, redactPrefix] of prefixRedactors.entries()) {
      const clean = redactPrefix(tail);
      if (clean === tail) continue;
      // A whole secret was redacted before, so one whose longest prefix is left was cut off.
      if (index === 0 && first === longestPrefix)
        return text.slice(0, from) + tail.slice(0, firstDifference(tail, clean)) + redactedMark;
      const end = clean.lastIndexOf(redactedMark) + redactedMark.length;
      if (clean.length - end <= longestEscape) return text.slice(0, from) + clean.slice(0, end);
    }
    return text;
  }

  return rememberLong((text) => {
    const clean = redact(text);
    if (!clean.includes('…')) return clean;
    const parts = clean.split('…');
    return parts.map((part, index) => (index < parts.length - 1 ? withoutPrefix(part) : part)).join('…');
  });
}

/** The fewest characters of a text whose result is stored, and the most results: those of the exchange that is judged. */
const longText = 16 * 1024;
const mostResults = 4;

/** Stores the results of the last long texts, because each violation shows the same body. */
export function rememberLong(compute: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>();
  return (text) => {
    if (text.length < longText) return compute(text);
    const result = results.get(text) ?? compute(text);
    results.delete(text);
    results.set(text, result);
    for (const oldest of results.keys()) if (results.size > mostResults) results.delete(oldest);
    return result;
  };
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return at;
}

/** Redacts every string of a nested value, including property names. */
export function redactAll<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((one) => redactAll(one, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [redact(name), redactAll(one, redact)]),
  ) as T;
}
