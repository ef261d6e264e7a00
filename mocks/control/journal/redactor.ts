import { isCredentialHeader, redactPlaces } from '../../../src/redaction/credential-places.js';
import { createRedactor, redactedMark } from '../../../src/redaction/redact-secrets.js';

/** Redacts credentials. */
export interface Redact {
  text(text: string): string;
  headers(headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>>;
}

/** @param secrets redacted everywhere, in addition to values in the places of credentials */
export function redactor(secrets: readonly string[]): Redact {
  const redact = createRedactor(secrets);
  const text = remembered((value) => redact(redactPlaces(value)));
  const isCredential = remembered(isCredentialHeader);
  return {
    text,
    headers(headers) {
      // The log redacts the headers of each request: a loop takes half the time of `Object.fromEntries`.
      const redacted: Record<string, string> = {};
      for (const name in headers) {
        redacted[text(name)] = isCredential(name) ? redactedMark : text(String(headers[name] ?? ''));
      }
      return redacted;
    },
  };
}

/** The most texts whose results are stored, and the longest of them. */
const mostTexts = 200;
const longestText = 512;

/** Stores the results of short texts, such as the targets that a page requests again and again. */
function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const stored = results.get(text);
    if (stored !== undefined) return stored;
    const result = compute(text);
    if (text.length > longestText) return result;
    if (results.size >= mostTexts) results.clear();
    results.set(text, result);
    return result;
  };
}
