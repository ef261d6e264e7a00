/** An attempt timed out before the response was complete. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';

  constructor(
    /** The timeout of one attempt, in milliseconds. */
    readonly timeoutMs: number,
  ) {
    super(`The request timed out after ${timeoutMs} ms.`);
  }
}
