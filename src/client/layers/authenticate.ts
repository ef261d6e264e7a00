import type { Layer, OutgoingRequest } from '../layer.js';

/** A key, or what is asked for it before each call, so that keys can be rotated. */
export type ApiKey = string | (() => string | Promise<string>);

/**
 * Sends the API key as bearer token. One call has one key, however often it is tried: idempotency keys
 * belong to the API key, so with another one a write could run twice.
 */
export function authenticate(apiKey: ApiKey): Layer {
  return (next) => {
    const sendWith = (request: OutgoingRequest, key: string) =>
      next({ ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } });
    return typeof apiKey === 'string'
      ? (request) => sendWith(request, apiKey)
      : async (request) => sendWith(request, checkApiKey(await apiKey()));
  };
}

/**
 * @returns the key
 * @throws {TypeError} when no header can carry it; the runtime's own message would show it
 */
export function checkApiKey(key: string): string {
  // A variable that is not set comes as undefined, whatever its type says, and would be sent as a word.
  const isText = typeof key === 'string' && key !== '';
  if (isText && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError(
    isText
      ? 'apiKey has characters that no header can carry: look for blanks and line ends.'
      : 'apiKey is empty or no text: pass the API key of the service, or a function that gives it.',
  );
}
