import { isCredentialHeader, replaceInText } from '../../src/redaction/credential-places.js';
import { createRedactor, redactedMark } from '../../src/redaction/redact-secrets.js';

/** Redacts credentials. */
export interface Redact {
  text(text: string): string;
  headers(headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>>;
}

/** @param secrets redacted everywhere, in addition to values in the places of credentials */
export function redactor(secrets: readonly string[]): Redact {
  const redact = createRedactor(secrets);
  const text = (value: string) => redact(replaceInText(value, () => redactedMark));
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
