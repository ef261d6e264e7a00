/** No complete response came in the time of one attempt. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';

  constructor(
    /** The time that was allowed for one attempt, in milliseconds. */
    readonly timeoutMs: number,
  ) {
    super(`No complete response came within ${timeoutMs} ms.`);
  }
}
