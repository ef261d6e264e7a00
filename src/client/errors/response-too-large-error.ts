import type { FailedCall } from './call-error.js';
import { type FailedResponse, HttpError } from './http-error.js';

/** The response body exceeds the size limit; the rest of it was not read. */
export class ResponseTooLargeError extends HttpError {
  override readonly name = 'ResponseTooLargeError';

  constructor(
    response: FailedResponse,
    /** The limit, in bytes. */
    readonly maxBytes: number,
    call?: FailedCall,
  ) {
    const { status } = response;
    super(
      status >= 400
        ? `The error response (status ${status}) exceeds ${maxBytes} bytes. Check that the base URL points to the service.`
        : `The response body exceeds ${maxBytes} bytes. If this size is expected, increase maxResponseBytes.`,
      response,
      call,
    );
  }
}
