import { keyRedactor, type Redact } from './redact-key.js';

/** An API key, or a function that returns it. The function is called before each call, so that keys can be rotated. */
export type ApiKey = string | (() => string | Promise<string>);

/** A validated API key, and a function that removes it from a text. */
export interface Credentials {
  readonly key: string;
  readonly redact: Redact;
}

/**
 * @returns a function that provides the credentials of each call
 * @throws {TypeError} if the key is invalid; if a function returns an invalid key, the call rejects instead
 */
export function credentialsOf(apiKey: ApiKey): () => Credentials | Promise<Credentials> {
  if (typeof apiKey === 'function') return async () => checked(await apiKey());
  const fixed = checked(apiKey);
  return () => fixed;
}

/** Rejects a key that is not a valid header value; the runtime's own message would contain it. */
function checked(key: string): Credentials {
  // An unset environment variable is undefined whatever its type, and would be sent as "undefined".
  const isText = typeof key === 'string' && key !== '';
  if (isText && /^[\x21-\x7e]+$/.test(key)) return { key, redact: keyRedactor(key) };
  throw new TypeError(
    isText
      ? 'apiKey contains characters that are not allowed in a header. Check it for spaces and line breaks.'
      : 'apiKey is empty or not a string. Pass an API key, or a function that returns one.',
  );
}
