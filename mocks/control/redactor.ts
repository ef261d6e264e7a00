import type { ApiKey } from '../api-keys.js';

/** Takes credentials out of what is shown. */
export interface Redact {
  text(text: string): string;
  headers(headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>>;
}

const mark = '[redacted]';
const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);
/** A shorter key would be found in words that are no secret. */
const shortestKey = 8;

export function redactor(keys: readonly ApiKey[]): Redact {
  const secrets = keys.map(({ key }) => key).filter((key) => key.length >= shortestKey);
  const text = (shown: string) => secrets.reduce((rest, key) => rest.replaceAll(key, mark), shown);
  return {
    text,
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value = '']) => [
          name,
          secretHeaders.has(name) ? mark : text(String(value)),
        ]),
      ),
  };
}
