import { ResponseTooLargeError } from './errors/response-too-large-error.js';

/**
 * @returns the body as text
 * @throws {ResponseTooLargeError} as soon as more than `maxBytes` have come; the rest is not read
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader?.();
  // Some runtimes' `fetch` has no web stream to read from.
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => {});
      throw new ResponseTooLargeError(maxBytes);
    }
    text += decoder.decode(value, { stream: true });
  }
}
