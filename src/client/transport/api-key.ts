import { createRedactor } from '../../redaction/redact-secrets.js';

/** A key, or a function that returns it before each call, so that keys can be rotated. */
export type ApiKey = string | (() => string | Promise<string>);

/** A key that was checked, and what removes it from a text. */
export interface Credentials {
  readonly key: string;
  readonly redact: (text: string) => string;
}

/**
 * @returns a function that is called before each call
 * @throws {TypeError} when the key cannot be sent; of a key that a function returns, the call rejects with it
 */
export function credentialsOf(apiKey: ApiKey): () => Credentials | Promise<Credentials> {
  if (typeof apiKey === 'function') return async () => checked(await apiKey());
  const fixed = checked(apiKey);
  return () => fixed;
}

/** Refuses a key that no header can carry; the runtime's own message would show it. */
function checked(key: string): Credentials {
  // A variable that is not set comes as undefined, whatever its type is, and would be sent as a word.
  const isText = typeof key === 'string' && key !== '';
  if (isText && /^[\x21-\x7e]+$/.test(key)) return { key, redact: createRedactor([key]) };
  throw new TypeError(
    isText
      ? 'apiKey has characters that no header can carry: look for blanks and line ends.'
      : 'apiKey is empty or not a string: pass the API key of the service, or a function that returns it.',
  );
}
