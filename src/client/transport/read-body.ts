/** The size limit of an error response, which is searched for the API key. */
const maxFailureBytes = 1_048_576;

/**
 * @param tooLarge creates the error for a body of more than the given number of bytes
 * @returns the decompressed body
 * @throws the error of `tooLarge` as soon as more than `maxBytes` are received; the rest is not read
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  tooLarge: (limit: number) => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const limit = response.ok ? maxBytes : Math.min(maxBytes, maxFailureBytes);
  const reader = response.body?.getReader?.();
  // In some runtimes, a response has no web stream.
  if (!reader) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length;
    if (bytes > limit) {
      reader.cancel().catch(() => {});
      throw tooLarge(limit);
    }
    chunks.push(next.value);
  }
  return join(chunks, bytes);
}

function join(chunks: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
