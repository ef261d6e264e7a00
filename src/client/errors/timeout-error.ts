/** No complete answer came in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';

  constructor(
    /** The time that was allowed for one try, in milliseconds. */
    readonly timeoutMs: number,
    options?: ErrorOptions,
  ) {
    super(`No complete answer came within ${timeoutMs} ms.`, options);
  }
}
