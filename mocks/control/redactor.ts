import { isCredentialHeader, replaceInText } from '../../src/redaction/credential-places.js';
import { createRedactor, redactedMark } from '../../src/redaction/redact-secrets.js';
import type { ApiKey } from '../api-keys.js';

/** Takes credentials out of what is shown. */
export interface Redact {
  text(text: string): string;
  headers(headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>>;
}

export function redactor(keys: readonly ApiKey[]): Redact {
  const redact = createRedactor(keys.map(({ key }) => key));
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
