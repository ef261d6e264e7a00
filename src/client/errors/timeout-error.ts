import { CallError, type FailedCall } from './call-error.js';

/** An attempt timed out before the response was complete. */
export class TimeoutError extends CallError {
  override readonly name = 'TimeoutError';
  /** The timeout of one attempt, in milliseconds. */
  declare readonly timeoutMs: number;

  constructor(timeoutMs: number, call?: FailedCall) {
    super(`The request timed out after ${timeoutMs} ms.`, call, { timeoutMs });
  }
}
