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
  return {
    text,
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value = '']) => [
          text(name),
          isCredentialHeader(name) ? redactedMark : text(String(value)),
        ]),
      ),
  };
}

/** The most texts whose results are stored, and the longest of them. */
const mostTexts = 200;
const longestText = 512;

/** Stores the results of short texts, such as the targets that a page requests again and again. */
function remembered(compute: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>();
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
