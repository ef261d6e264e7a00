/** No whole answer came in the time of one try. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';

  constructor(
    /** The time that was allowed for one try, in milliseconds. */
    readonly timeoutMs: number,
  ) {
    super(`No whole answer came within ${timeoutMs} ms.`);
  }
}
