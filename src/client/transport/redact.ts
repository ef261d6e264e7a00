import type { Redact } from './redact-key.js';

/** Returns headers whose values do not contain the API key. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  return new Headers([...headers].map(([name, value]): [string, string] => [name, redact(value)]));
}

/** Redacts the strings of JSON one by one, so that the result is still JSON. */
export function redactBody(body: string, redact: Redact): string {
  let text = body;
  try {
    const parsed = JSON.parse(body, (_name, value: unknown) =>
      typeof value === 'string' ? redact(value) : value,
    );
    text = JSON.stringify(parsed);
  } catch {
    // Another format is redacted as a whole.
  }
  return redact(text);
}
