/** The service could not be reached, or the connection ended before its response was complete. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** What the runtime calls it, such as `ECONNREFUSED`; null where it does not say. */
  readonly code: string | null;

  /**
   * @param url of the request
   * @param reason that `fetch` gave
   */
  constructor(url: string, reason: unknown) {
    const chain = causesOf(reason);
    const code = chain
      .map((error) => (error as { code?: unknown }).code)
      .find((value) => typeof value === 'string');
    const why = chain.map(({ message }) => message).join(': ');
    super(`No complete response came from ${new URL(url).origin} (${why}).`, { cause: plain(chain[0]) });
    this.code = (code as string | undefined) ?? null;
  }
}

function causesOf(reason: unknown): Error[] {
  const chain: Error[] = [];
  for (let error = reason; error instanceof Error && !chain.includes(error); error = error.cause)
    chain.push(error);
  return chain;
}

/** Only what people read of an error: an injected `fetch` may hang its request on it, and so the key. */
function plain(error: Error | undefined): Error | undefined {
  return error && Object.assign(new Error(error.message), { name: error.name, stack: error.stack });
}
