import { CallError, type FailedCall } from './call-error.js';

/** An attempt timed out before the response was complete. */
export class TimeoutError extends CallError {
  override readonly name = 'TimeoutError';

  constructor(
    /** The timeout of one attempt, in milliseconds. */
    readonly timeoutMs: number,
    call?: FailedCall,
  ) {
    super(`The request timed out after ${timeoutMs} ms.`, call);
  }
}
