import { createRedactor, redactedMark, shortestSecret } from '../src/redaction/redact-secrets.js';

/** A cut may fall into an escape: what is left of the longest one is no longer than this. */
const longestEscape = 20;

/**
 * Takes secrets out of texts that are shown, also where a text was cut within one: of what stands
 * before a `…`, the beginning of a secret is taken out too, unless it is shorter than 8 characters.
 *
 * @param secrets those shorter than 8 characters are ignored
 */
export function createShownRedactor(secrets: readonly string[]): (text: string) => string {
  const redact = createRedactor(secrets);
  const longest = Math.max(0, ...secrets.map(({ length }) => length));

  /** The beginnings of all secrets that were cut at one length, the longest first. */
  const ofBeginnings = Array.from({ length: Math.max(0, longest - shortestSecret) }, (_, index) => {
    const length = longest - 1 - index;
    let made: ((text: string) => string) | undefined;
    return (text: string) => {
      made ??= createRedactor(
        secrets.filter((secret) => secret.length > length).map((secret) => secret.slice(0, length)),
      );
      return made(text);
    };
  });

  function withoutBeginning(text: string): string {
    const from = Math.max(0, text.length - longest * longestEscape);
    const tail = text.slice(from);
    for (const redactBeginning of ofBeginnings) {
      const clean = redactBeginning(tail);
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
    return parts.map((part, index) => (index < parts.length - 1 ? withoutBeginning(part) : part)).join('…');
  };
}

/** The same value with every string in it, names of properties too, redacted. */
export function redactAll<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((one) => redactAll(one, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [redact(name), redactAll(one, redact)]),
  ) as T;
}
