import { isCredentialHeader, replaceInText } from '../../src/redaction/credential-places.js';
import { createRedactor, redactedMark } from '../../src/redaction/redact-secrets.js';

/** Takes credentials out of what is shown. */
export interface Redact {
  text(text: string): string;
  headers(headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>>;
}

/** @param secrets taken out wherever they are, beside what is a credential by its place */
export function redactor(secrets: readonly string[]): Redact {
  const redact = createRedactor(secrets);
  const text = (shown: string) => redact(replaceInText(shown, () => redactedMark));
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
