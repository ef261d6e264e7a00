import { createRedactor, redactedMark, shortestSecret } from '../src/redaction/redact-secrets.js';

/** The most characters that remain of an escape sequence after truncation. */
const longestEscape = 20;

/**
 * Redacts secrets, including the prefix of a secret that truncation left before a `…`.
 *
 * @param secrets those shorter than 8 characters are ignored, and so are shorter prefixes
 */
export function createShownRedactor(secrets: readonly string[]): (text: string) => string {
  const redact = createRedactor(secrets);
  const longest = Math.max(0, ...secrets.map(({ length }) => length));

  /** Redactors of the secrets' prefixes of each length, longest first. */
  const prefixRedactors = Array.from({ length: Math.max(0, longest - shortestSecret) }, (_, index) => {
    const length = longest - 1 - index;
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
    for (const redactPrefix of prefixRedactors) {
      const clean = redactPrefix(tail);
      if (clean === tail) continue;
      const end = clean.lastIndexOf(redactedMark) + redactedMark.length;
      if (clean.length - end <= longestEscape) return text.slice(0, from) + clean.slice(0, end);
    }
    return text;
  }

  return (text) => {
    const clean = redact(text);
    if (!clean.includes('…')) return clean;
    const parts = clean.split('…');
    return parts.map((part, index) => (index < parts.length - 1 ? withoutPrefix(part) : part)).join('…');
  };
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
