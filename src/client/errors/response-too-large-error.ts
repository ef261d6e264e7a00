import type { FailedCall } from './call-error.js';
import { type FailedResponse, HttpError } from './http-error.js';

/** The response body exceeds the size limit; the rest of it was not read. */
export class ResponseTooLargeError extends HttpError {
  override readonly name = 'ResponseTooLargeError';

  /** The limit, in bytes. */
  declare readonly maxBytes: number;

  constructor(response: FailedResponse, maxBytes: number, call?: FailedCall) {
    const { status } = response;
    const advice =
      status >= 400
        ? 'Check that the base URL points to the service.'
        : 'If this size is expected, increase maxResponseBytes.';
    const message = `The response (status ${status}) exceeds ${maxBytes} bytes. ${advice}`;
    super(message, response, call, { maxBytes });
  }
}
