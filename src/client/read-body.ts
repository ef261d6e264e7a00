import { ResponseTooLargeError } from './errors/response-too-large-error.js';

/** Bytes that are read of a failure at most: each is looked through for the API key, and none needs more. */
const maxFailureBytes = 1_048_576;

/**
 * @returns the body as text
 * @throws {ResponseTooLargeError} as soon as more than `maxBytes` have come; the rest is not read
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  const limit = response.ok ? maxBytes : Math.min(maxBytes, maxFailureBytes);
  const reader = response.body?.getReader?.();
  // Some runtimes' `fetch` has no web stream to read from.
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > limit) {
      reader.cancel().catch(() => {});
      throw new ResponseTooLargeError(response.status, limit);
    }
    text += decoder.decode(value, { stream: true });
  }
}
